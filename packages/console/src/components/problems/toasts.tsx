import { Toast as Base } from "@base-ui/react/toast";
import { type ReactNode, useCallback } from "react";
import { authTexts } from "../../auth/texts.ts";
import { useTexts } from "../../texts/use-texts.tsx";
import { Icon, type IconName } from "../../ui/icons.tsx";
import { uiTexts } from "../../ui/texts.ts";
import { conflictTexts } from "./conflict-texts.ts";
import { describeError } from "./describe-error.ts";

export interface Toast {
  readonly title: string;
  readonly detail?: string;
  /** The error that made the action fail; the toast describes it instead of a detail. */
  readonly error?: unknown;
  readonly kind?: "success" | "problem" | "info";
  /** Reverts the action. If that fails, a toast shows the error. */
  undo?(): unknown;
}

const ICONS: Record<string, { readonly name: IconName; readonly className: string }> = {
  success: { name: "check", className: "text-accent-ink" },
  problem: { name: "alert", className: "text-problem" },
  info: { name: "info", className: "text-notice" },
};

/** The time suffices to read and to reach Undo; hovering or focusing the toast pauses it. */
const SHOWN_MILLISECONDS = 6_000;
const UNDO_MILLISECONDS = 12_000;

export function ToastProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider limit={4} timeout={SHOWN_MILLISECONDS}>
      {children}
      <ToastList />
    </Base.Provider>
  );
}

/** Shows a short message on any page. */
export function useToast(): (toast: Toast) => void {
  const { add, close } = Base.useToastManager();
  const texts = useTexts(uiTexts);
  const auth = useTexts(authTexts);
  const conflicts = useTexts(conflictTexts);
  return useCallback(
    ({ title, detail, error, kind = "success", undo }: Toast) => {
      const describe = (thrown: unknown) => describeError(thrown, { ui: texts, auth, conflicts });
      const id = add({
        title,
        description: detail ?? describe(error),
        type: kind,
        timeout: undo ? UNDO_MILLISECONDS : SHOWN_MILLISECONDS,
        ...(undo && {
          actionProps: {
            children: (
              <>
                {texts.undo}{" "}
                <span
                  className="rounded-small border px-1 font-sans text-xs font-normal text-muted"
                  aria-hidden="true"
                >
                  F6
                </span>
              </>
            ),
            onClick: () => {
              close(id);
              Promise.resolve(undo()).catch((thrown: unknown) =>
                add({
                  title: texts.failed,
                  description: describe(thrown),
                  type: "problem",
                }),
              );
            },
          },
        }),
      });
    },
    [add, close, texts, auth, conflicts],
  );
}

function ToastList() {
  const { toasts } = Base.useToastManager();
  const texts = useTexts(uiTexts);
  return (
    <Base.Portal>
      <Base.Viewport
        aria-label={texts.notifications}
        data-toasts=""
        className="fixed end-4 bottom-(--toast-bottom,1rem) z-50 flex w-[calc(100vw-2rem)] max-w-sm flex-col-reverse gap-2"
      >
        {toasts.map((toast) => {
          const icon = ICONS[toast.type ?? "success"] ?? ICONS.success;
          return (
            <Base.Root
              key={toast.id}
              toast={toast}
              swipeDirection={["right", "down"]}
              className="popup data-ending-style:translate-x-4 data-limited:hidden data-starting-style:translate-y-2"
            >
              <Base.Content className="flex items-start gap-2.5 p-3">
                {icon && <Icon name={icon.name} className={`mt-0.5 size-5 ${icon.className}`} />}
                <div className="min-w-0 flex-1">
                  <Base.Title className="line-clamp-3 font-semibold wrap-anywhere" />
                  <Base.Description className="text-sm text-muted" />
                </div>
                <Base.Action className="rounded-small px-2 py-0.5 font-semibold text-accent-ink hover:bg-hover" />
                <Base.Close
                  className="rounded-small p-1 text-muted hover:bg-hover hover:text-ink"
                  aria-label={texts.dismiss}
                >
                  <Icon name="cross" />
                </Base.Close>
              </Base.Content>
            </Base.Root>
          );
        })}
      </Base.Viewport>
    </Base.Portal>
  );
}
