import type { ReactNode } from "react";

/** Line drawings on a grid of 24, in the colour of the text beside them. */
const DRAWINGS = {
  home: <path d="M4 11.2 12 4.5l8 6.7M6 9.8V19h12V9.8M10 19v-5h4v5" />,
  application: (
    <path d="M4.5 6.5a2 2 0 0 1 2-2h11a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2zM4.5 9.5h15M7.5 7h.1" />
  ),
  resource: <path d="M4 8.2 12 4l8 4.2v7.6L12 20l-8-4.2zM4 8.2l8 4.2 8-4.2M12 12.4V20" />,
  access: <path d="M12 3.8 5 6.5v5c0 4.3 2.8 7.2 7 8.7 4.2-1.5 7-4.4 7-8.7v-5zM9 12l2.2 2.2L15.2 10" />,
  role: <path d="M12 15.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM4.5 7.5 12 4l7.5 3.5v9L12 20l-7.5-3.5z" />,
  group: (
    <path d="M9 11.5a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3 19c.6-3.2 2.9-4.7 6-4.7s5.4 1.5 6 4.7M15.5 5.3a3.1 3.1 0 0 1 0 5.9M17.3 14.6c2 .6 3.3 2 3.7 4.4" />
  ),
  assignment: <path d="M8 12h8M13 8.5l3.5 3.5-3.5 3.5M4.5 5.5v13M19.5 5.5v13" />,
  check: <path d="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM8.3 12.3l2.5 2.5 5-5.2" />,
  draft: <path d="m5 19 .8-3.6L15.5 5.7a1.9 1.9 0 0 1 2.8 2.8L8.6 18.2zM13.5 7.7l2.8 2.8M13 19h6" />,
  person: (
    <path d="M12 11.7a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM4.5 20c.9-3.8 3.8-5.5 7.5-5.5s6.6 1.7 7.5 5.5" />
  ),
  playground: (
    <path d="M9.5 4.5h5M10.5 4.5v5.2L5.3 17.4A1.7 1.7 0 0 0 6.7 20h10.6a1.7 1.7 0 0 0 1.4-2.6L13.5 9.7V4.5M8 14.5h8" />
  ),
  activity: <path d="M3.5 12.5h4l2.5-7 4 13 2.5-6h4" />,
  settings: (
    <path d="M4 7.5h8M17 7.5h3M4 16.5h3M12 16.5h8M14.5 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9.5 19a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z" />
  ),
  search: <path d="M10.8 17a6.2 6.2 0 1 0 0-12.4 6.2 6.2 0 0 0 0 12.4ZM15.4 15.4 20 20" />,
  book: (
    <path d="M12 6.5C9.8 5 7.2 4.6 4.5 5v13c2.7-.4 5.3 0 7.5 1.5 2.2-1.5 4.8-1.9 7.5-1.5V5c-2.7-.4-5.3 0-7.5 1.5ZM12 6.5v13" />
  ),
  plus: <path d="M12 5.5v13M5.5 12h13" />,
  cross: <path d="m6.5 6.5 11 11M17.5 6.5l-11 11" />,
  tick: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  down: <path d="m7 10 5 5 5-5" />,
  right: <path d="m10 7 5 5-5 5" />,
  upDown: <path d="m8.5 9.5 3.5-3.5 3.5 3.5M8.5 14.5 12 18l3.5-3.5" />,
  more: <path d="M6 12h.01M12 12h.01M18 12h.01" strokeWidth={2.75} />,
  menu: <path d="M4.5 7h15M4.5 12h15M4.5 17h15" />,
  copy: (
    <path d="M9 9h9a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 18 20h-8a1.5 1.5 0 0 1-1.5-1.5V9.5M15.5 9V5.5A1.5 1.5 0 0 0 14 4H6a1.5 1.5 0 0 0-1.5 1.5v8A1.5 1.5 0 0 0 6 15h2.5" />
  ),
  download: <path d="M12 4.5v10M8 11l4 4 4-4M5 19.5h14" />,
  external: (
    <path d="M13.5 5H19v5.5M19 5l-8 8M10 6H6.5A1.5 1.5 0 0 0 5 7.5v10A1.5 1.5 0 0 0 6.5 19h10a1.5 1.5 0 0 0 1.5-1.5V14" />
  ),
  trash: <path d="M5 7h14M10 7V4.8h4V7M7 7l.8 12h8.4L17 7M10.3 10.5v5M13.7 10.5v5" />,
  edit: <path d="m5 19 .8-3.6L15.5 5.7a1.9 1.9 0 0 1 2.8 2.8L8.6 18.2z" />,
  undo: <path d="M8.5 5 4.5 9l4 4M5 9h9a5 5 0 0 1 0 10h-4" />,
  refresh: <path d="M19 5.5v4.5h-4.5M5 18.5V14h4.5M18.6 10A7 7 0 0 0 6.3 8M5.4 14a7 7 0 0 0 12.3 2" />,
  alert: <path d="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.5v5.5M12 16.3v.1" />,
  warning: <path d="M12 4.5 3.5 19h17zM12 10v4.2M12 16.6v.1" />,
  info: <path d="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 11v5.5M12 7.7v.1" />,
  clock: <path d="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 7.2V12l3.2 2" />,
  lock: (
    <path d="M7.5 10.5h9A2.5 2.5 0 0 1 19 13v4.5a2.5 2.5 0 0 1-2.5 2.5h-9A2.5 2.5 0 0 1 5 17.5V13a2.5 2.5 0 0 1 2.5-2.5ZM8 10.5V8a4 4 0 0 1 8 0v2.5" />
  ),
  key: <path d="M8 19.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM11 12.5l8-8M16 7.5l2.5 2.5" />,
  eye: (
    <path d="M2.8 12S6 5.8 12 5.8 21.2 12 21.2 12 18 18.2 12 18.2 2.8 12 2.8 12ZM12 14.8a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.6Z" />
  ),
  eyeOff: (
    <path d="M4 4l16 16M9.9 6A9 9 0 0 1 12 5.8c6 0 9.2 6.2 9.2 6.2a15 15 0 0 1-2.5 3.2M6.4 7.7A14.5 14.5 0 0 0 2.8 12S6 18.2 12 18.2a9 9 0 0 0 4.6-1.3M10 10.1a2.8 2.8 0 0 0 3.9 3.9" />
  ),
  code: <path d="m8.5 7.5-5 4.5 5 4.5M15.5 7.5l5 4.5-5 4.5M13.5 5l-3 14" />,
  filter: <path d="M4 6.5h16M7 12h10M10 17.5h4" />,
  sun: (
    <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.8v1.7M12 19.5v1.7M2.8 12h1.7M19.5 12h1.7M5.5 5.5l1.2 1.2M17.3 17.3l1.2 1.2M18.5 5.5l-1.2 1.2M6.7 17.3l-1.2 1.2" />
  ),
  moon: <path d="M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7Z" />,
  screen: (
    <path d="M5.5 5h13a2 2 0 0 1 2 2v7.5a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2ZM9 20h6M12 16.5V20" />
  ),
  language: (
    <path d="M3.5 6.5h9M8 4.5v2M10.5 6.5c-.8 3.3-3 5.8-6 7.3M5.7 9.2c1 2 2.8 3.7 5 4.6M12 19.5l4-9.5 4 9.5M13.4 16.3h5.2" />
  ),
  signOut: (
    <path d="M13.5 5H6.5A1.5 1.5 0 0 0 5 6.5v11A1.5 1.5 0 0 0 6.5 19h7M10 12h10M16.5 8.5 20 12l-3.5 3.5" />
  ),
  chart: <path d="M4.5 4.5v15h15M8 15l3.5-4 3 2.5 4.5-6" />,
  table: (
    <path d="M5 5h14a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V6a1 1 0 0 1 1-1ZM4 10h16M4 14.5h16M10 10v9" />
  ),
  blocked: <path d="M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM6 6l12 12" />,
} as const satisfies Record<string, ReactNode>;

export type IconName = keyof typeof DRAWINGS;

/** The icon is decorative: the text beside it, or the label of its button, says the same. */
export function Icon({
  name,
  className = "size-4",
}: {
  readonly name: IconName;
  readonly className?: string;
}) {
  return (
    <svg
      className={`shrink-0 ${className}`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {DRAWINGS[name]}
    </svg>
  );
}

export const ICON_NAMES = Object.keys(DRAWINGS) as readonly IconName[];

/** The logo of Licet: an L whose foot is a tick. */
export function Mark({ className = "size-7" }: { readonly className?: string }) {
  return (
    <svg className={`shrink-0 ${className}`} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect className="fill-accent" width="32" height="32" rx="9" />
      <path
        className="fill-none stroke-on-accent"
        d="M10 7v11.5l4.5 5L24 13"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
