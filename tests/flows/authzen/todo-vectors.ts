/** The decisions of examples/authzen-todo.yaml as a table: subject, action, owner, and the decision. */

export const PEOPLE = {
  rick: { id: "CiRmZDA2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs", email: "rick@the-citadel.com" },
  morty: {
    id: "CiRmZDE2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    email: "morty@the-citadel.com",
  },
  summer: {
    id: "CiRmZDI2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    email: "summer@the-smiths.com",
  },
  beth: { id: "CiRmZDM2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs", email: "beth@the-smiths.com" },
  jerry: {
    id: "CiRmZDQ2MTRkMy1jMzlhLTQ3ODEtYjdiZC04Yjk2ZjVhNTEwMGQSBWxvY2Fs",
    email: "jerry@the-smiths.com",
  },
} as const;
export type Person = keyof typeof PEOPLE;

const names = Object.keys(PEOPLE) as Person[];
const MAY_CREATE: readonly Person[] = ["rick", "morty", "summer"];
const OWNS: readonly Person[] = ["morty", "summer"];

export interface Vector {
  readonly request: {
    readonly subject: { readonly type: string; readonly id: string };
    readonly action: { readonly name: string };
    readonly resource: { readonly type: string; readonly id: string; readonly properties?: object };
  };
  readonly expected: boolean;
}

const vector = (who: Person, action: string, resource: Vector["request"]["resource"], expected: boolean) => ({
  request: { subject: { type: "user", id: PEOPLE[who].id }, action: { name: action }, resource },
  expected,
});

export const todoOf = (owner: Person) => ({
  type: "todo",
  id: `todo-of-${owner}`,
  properties: { ownerID: PEOPLE[owner].email },
});

export const VECTORS: readonly Vector[] = names.flatMap((who) => [
  ...names.map((other) => vector(who, "can_read_user", { type: "user", id: PEOPLE[other].email }, true)),
  vector(who, "can_read_todos", { type: "todo", id: "todo-1" }, true),
  vector(who, "can_create_todo", { type: "todo", id: "todo-1" }, MAY_CREATE.includes(who)),
  ...["can_update_todo", "can_delete_todo"].flatMap((action) =>
    names.map((owner) =>
      vector(who, action, todoOf(owner), who === "rick" || (who === owner && OWNS.includes(who))),
    ),
  ),
  // A todo without owner, an unknown action, an unknown resource type: denied, and no error.
  vector(who, "can_update_todo", { type: "todo", id: "todo-of-nobody" }, who === "rick"),
  vector(who, "can_burn_todo", todoOf(who), false),
  vector(who, "can_read_todos", { type: "spaceship", id: "1" }, false),
]);
