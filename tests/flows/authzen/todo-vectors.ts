/** The expected decisions for examples/authzen-todo.yaml: subject, action, owner, and the decision. */

export const USERS = {
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
export type Username = keyof typeof USERS;

const names = Object.keys(USERS) as Username[];
const MAY_CREATE: readonly Username[] = ["rick", "morty", "summer"];
const MAY_CHANGE_OWN: readonly Username[] = ["morty", "summer"];

export interface Vector {
  readonly request: {
    readonly subject: { readonly type: string; readonly id: string };
    readonly action: { readonly name: string };
    readonly resource: { readonly type: string; readonly id: string; readonly properties?: object };
  };
  readonly expected: boolean;
}

const createVector = (
  user: Username,
  action: string,
  resource: Vector["request"]["resource"],
  expected: boolean,
) => ({
  request: { subject: { type: "user", id: USERS[user].id }, action: { name: action }, resource },
  expected,
});

export const todoOf = (owner: Username) => ({
  type: "todo",
  id: `todo-of-${owner}`,
  properties: { ownerID: USERS[owner].email },
});

export const VECTORS: readonly Vector[] = names.flatMap((user) => [
  ...names.map((other) =>
    createVector(user, "can_read_user", { type: "user", id: USERS[other].email }, true),
  ),
  createVector(user, "can_read_todos", { type: "todo", id: "todo-1" }, true),
  createVector(user, "can_create_todo", { type: "todo", id: "todo-1" }, MAY_CREATE.includes(user)),
  ...["can_update_todo", "can_delete_todo"].flatMap((action) =>
    names.map((owner) =>
      createVector(
        user,
        action,
        todoOf(owner),
        user === "rick" || (user === owner && MAY_CHANGE_OWN.includes(user)),
      ),
    ),
  ),
  // A todo without owner, an unknown action, an unknown resource type: denied, and no error.
  createVector(user, "can_update_todo", { type: "todo", id: "todo-of-nobody" }, user === "rick"),
  createVector(user, "can_burn_todo", todoOf(user), false),
  createVector(user, "can_read_todos", { type: "spaceship", id: "1" }, false),
]);
