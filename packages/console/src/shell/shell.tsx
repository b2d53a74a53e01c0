import { type ReactNode, useCallback, useRef, useState } from "react";
import { useTexts } from "../texts/use-texts.tsx";
import { IconButton } from "../ui/button/icon-button.tsx";
import { Mark } from "../ui/icons.tsx";
import { Drawer } from "../ui/overlay/drawer.tsx";
import { PlaceLink } from "../ui/place-link.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { Navigation } from "./navigation.tsx";
import { PaletteButton } from "./palette-button.tsx";
import { shellTexts } from "./texts.ts";
import { ThemeMenu } from "./theme-menu.tsx";
import { useKeyShortcuts } from "./use-key-shortcuts.ts";
import { useLostFocus } from "./use-lost-focus.ts";
import { usePageFocus } from "./use-page-focus.ts";
import { UserMenu } from "./user-menu.tsx";

/** The frame around every view. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const texts = useTexts(shellTexts);
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [keysOpen, setKeysOpen] = useState(false);
  const showKeys = useCallback(() => setKeysOpen(true), []);
  const main = useRef<HTMLElement>(null);
  useKeyShortcuts(showKeys);
  usePageFocus(main);
  useLostFocus(main);
  return (
    <>
      <a
        href="#main"
        className="fixed start-2 -top-20 z-50 rounded-control bg-raised px-4 py-2.5 font-semibold text-accent-ink shadow-popup focus:top-2"
      >
        {texts.skip}
      </a>
      <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b bg-surface px-3 md:px-4">
        <IconButton
          className="lg:hidden"
          icon="menu"
          label={texts.openNavigation}
          onClick={() => setDrawerOpen(true)}
        />
        <PlaceLink
          place={{ to: "/" }}
          exact
          className="flex items-center gap-2.5 rounded-control pe-2 lg:w-53"
        >
          <Mark className="size-7" />
          <span className="text-lg font-bold">Licet</span>
          <span className="text-muted max-md:hidden">{texts.console}</span>
        </PlaceLink>
        <div className="flex min-w-0 flex-1">
          <PaletteButton onShowKeys={showKeys} />
        </div>
        <ThemeMenu />
        <LanguageMenu />
        <UserMenu onShowKeys={showKeys} />
      </header>
      <div className="lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="sticky top-14 h-[calc(100dvh-3.5rem)] overflow-y-auto border-e bg-surface px-3 py-4 max-lg:hidden">
          <Navigation />
        </div>
        <main
          ref={main}
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl min-w-0 px-4 py-6 outline-none md:px-6 xl:px-8"
        >
          {children}
        </main>
      </div>
      <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} title="Licet" side="start">
        <Navigation onLeave={() => setDrawerOpen(false)} />
      </Drawer>
      <KeysDialog open={keysOpen} onClose={() => setKeysOpen(false)} />
    </>
  );
}
