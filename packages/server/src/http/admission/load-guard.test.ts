import assert from "node:assert/strict";
import { test } from "node:test";
import { classifyRequest, LOAD_CLASSES, type LoadClass } from "./load-class.ts";
import { createLoadGuard, LOAD_BOUNDS } from "./load-guard.ts";

/** A guard whose clock, turns and delay the test decides. */
function setUp() {
  const delay = { milliseconds: 0 };
  const clock = { now: 0 };
  const refused: LoadClass[] = [];
  const lines: string[] = [];
  let afterTurn = () => {};
  const guard = createLoadGuard({
    delay,
    now: () => clock.now,
    afterTurn: (callback) => {
      afterTurn = callback;
    },
    onRefused: (loadClass) => refused.push(loadClass),
    log: {
      warn: (_details: object, message?: string) => lines.push(message ?? ""),
      info: (_details: object, message?: string) => lines.push(message ?? ""),
    } as never,
  });
  const enter = (loadClass: LoadClass, times: number): number =>
    Array.from({ length: times }, () => guard.enter(loadClass)).filter(Boolean).length;
  return { guard, delay, clock, refused, lines, enter, endTurn: () => afterTurn() };
}

test("without delay every class is taken on, up to its most", () => {
  const { enter, refused, lines } = setUp();
  for (const each of LOAD_CLASSES) assert.equal(enter(each, LOAD_BOUNDS[each].most), LOAD_BOUNDS[each].most);
  assert.deepEqual(refused, []);
  assert.deepEqual(lines, []);
  assert.equal(enter("lists", 3), 0);
  assert.deepEqual(refused, ["lists", "lists", "lists"]);
});

test("the longer events wait, the more classes are refused: lists first, decisions last", () => {
  const accepted = (milliseconds: number) => {
    const { delay, enter } = setUp();
    delay.milliseconds = milliseconds;
    return LOAD_CLASSES.filter(
      (each) => enter(each, LOAD_BOUNDS[each].always + 1) > LOAD_BOUNDS[each].always,
    );
  };
  // From the one that is refused first to the one that is refused last.
  const order = ["imports", "lists", "changes", "pages", "decisions"] as const;
  assert.deepEqual(accepted(10), LOAD_CLASSES);
  for (const [index, each] of order.entries())
    assert.deepEqual(
      accepted(LOAD_BOUNDS[each].delayMilliseconds + 1),
      LOAD_CLASSES.filter((other) => !order.slice(0, index + 1).includes(other)),
    );
});

test("some of each class are always taken on", () => {
  const { delay, enter } = setUp();
  delay.milliseconds = 60_000;
  for (const each of LOAD_CLASSES) assert.equal(enter(each, 1_000), LOAD_BOUNDS[each].always);
});

test("a refused class is taken on again when the delay has halved, not before", () => {
  const { guard, delay, enter } = setUp();
  const { always, delayMilliseconds } = LOAD_BOUNDS.lists;
  enter("lists", always);
  delay.milliseconds = delayMilliseconds + 1;
  assert.equal(guard.enter("lists"), false);
  delay.milliseconds = delayMilliseconds / 2 + 1;
  assert.equal(guard.enter("lists"), false);
  delay.milliseconds = delayMilliseconds / 2 - 1;
  assert.equal(guard.enter("lists"), true);
});

test("requests that are answered at once count until their turn is over", () => {
  const { guard, clock, endTurn } = setUp();
  let accepted = 0;
  for (let request = 0; request < 100; request += 1) {
    if (!guard.enter("lists")) continue;
    accepted += 1;
    clock.now += 10;
    guard.leave("lists");
  }
  assert.equal(accepted, LOAD_BOUNDS.lists.always, "so many of 10 ms have taken longer than lists may wait");
  assert.equal(guard.enter("decisions"), true, "decisions may wait longer");
  endTurn();
  assert.equal(guard.enter("lists"), true, "the next turn begins anew");
});

/** Lets requests be answered at this pace for a while, with some always waiting. */
function answerAtPace(
  { guard, clock, endTurn }: ReturnType<typeof setUp>,
  loadClass: LoadClass,
  pace: number,
) {
  guard.enter(loadClass);
  for (let answered = 0; answered < 40; answered += 1) {
    guard.enter(loadClass);
    endTurn();
    clock.now += pace;
    guard.leave(loadClass);
  }
  endTurn();
}

test("a request is refused that would wait too long for those before it", () => {
  const node = setUp();
  answerAtPace(node, "changes", 50);
  const { waitMilliseconds } = LOAD_BOUNDS.changes;
  // One was waiting already.
  assert.equal(node.enter("changes", 100), waitMilliseconds / 50);
  assert.equal(node.guard.enter("changes"), false);
  assert.equal(node.guard.enter("pages"), true, "other classes have a pace of their own");
  node.guard.leave("changes");
  node.guard.leave("changes");
  node.endTurn();
  assert.equal(node.guard.enter("changes"), true);
});

test("a class that is answered fast is taken on up to its most", () => {
  const node = setUp();
  answerAtPace(node, "changes", 1);
  assert.equal(node.enter("changes", 1_000), LOAD_BOUNDS.changes.most - 1);
});

test("some are taken on however slowly the class is answered", () => {
  const node = setUp();
  answerAtPace(node, "changes", 5_000);
  assert.equal(node.enter("changes", 1_000), LOAD_BOUNDS.changes.always - 1);
});

test("the time in which nobody waits says nothing about the pace", () => {
  const { guard, clock, enter, endTurn } = setUp();
  for (let second = 0; second < 60; second += 1) {
    guard.enter("changes");
    endTurn();
    clock.now += 10;
    guard.leave("changes");
    clock.now += 990;
  }
  assert.equal(enter("changes", 1_000), LOAD_BOUNDS.changes.most);
});

test("a class that is no longer answered is refused after a while", () => {
  const node = setUp();
  answerAtPace(node, "decisions", 2);
  const { always } = LOAD_BOUNDS.decisions;
  assert.equal(node.enter("decisions", always), always);
  node.endTurn();
  for (let tenth = 0; tenth < 30; tenth += 1) {
    node.clock.now += 100;
    node.guard.admits("lists");
    node.endTurn();
  }
  assert.equal(node.guard.enter("decisions"), false);
});

test("the log has a line when an overload begins and one when it is over, whatever the number of refusals", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { clock, enter, refused, lines } = setUp();
  const pass = (milliseconds: number) => {
    clock.now += milliseconds;
    t.mock.timers.tick(milliseconds);
  };
  enter("lists", LOAD_BOUNDS.lists.most + 500);
  assert.equal(refused.length, 500);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /^overloaded/);
  pass(9_000);
  enter("lists", 1);
  pass(9_000);
  assert.equal(lines.length, 1);
  pass(1_000);
  assert.match(lines[1] ?? "", /^no longer overloaded/);
});

test("another spelling of a path does not change its class", () => {
  for (const [target, loadClass] of [
    ["/api/v1/%69mport", "imports"],
    ["http://licet.example.test/api/v1/import", "imports"],
    ["/%61pi/v1/import?atomic=true", "imports"],
    ["/oidc/auth?state=%20/api/v1/import", "pages"],
    ["http://licet.example.test", "pages"],
    ["/%E0%A4%A", "pages"],
    ["*", "pages"],
  ] as const)
    assert.equal(classifyRequest("POST", target), loadClass, target);
});

test("requests are classified by their method and the beginning of their path", () => {
  const expected: readonly [LoadClass | undefined, string, string][] = [
    [undefined, "GET", "/livez"],
    [undefined, "GET", "/readyz?verbose"],
    [undefined, "GET", "/metrics"],
    ["decisions", "POST", "/oidc/token"],
    ["decisions", "POST", "/oidc/introspect"],
    ["decisions", "GET", "/oidc/jwks"],
    ["decisions", "GET", "/.well-known/openid-configuration"],
    ["decisions", "POST", "/api/v1/check"],
    ["decisions", "POST", "/api/v1/check:batch"],
    ["decisions", "GET", "/api/v1/users/usr_1/permissions/orders:read"],
    ["decisions", "POST", "/access/v1/evaluation"],
    ["changes", "POST", "/api/v1/roles"],
    ["changes", "DELETE", "/api/v1/users/usr_1"],
    ["pages", "GET", "/oidc/auth?client_id=x"],
    ["pages", "POST", "/login"],
    ["pages", "GET", "/livezz"],
    ["lists", "GET", "/api/v1/roles?limit=100"],
    ["lists", "GET", "/api/v1/audit"],
    ["lists", "POST", "/api/v1/list/subjects"],
    ["lists", "POST", "/api/v1/simulate"],
    ["lists", "POST", "/api/v1/check:explain"],
    ["lists", "POST", "/access/v1/search/subject"],
  ];
  for (const [loadClass, method, url] of expected)
    assert.equal(classifyRequest(method, url), loadClass, `${method} ${url}`);
});
