/** Shows that an operation is running. The text beside it, or `aria-busy` around it, informs screen readers. */
export function Spinner({ className = "size-4" }: { readonly className?: string }) {
  return (
    <svg className={`animate-spin ${className}`} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="8.5" className="stroke-current opacity-25" strokeWidth="2.5" />
      <path
        d="M20.5 12A8.5 8.5 0 0 0 12 3.5"
        className="stroke-current"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  );
}
