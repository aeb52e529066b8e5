/** An open eye, struck through when `struck`. Decoration: the button around it needs a name. */
export function EyeIcon({ struck }: { struck: boolean }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d="M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12Z" />
      <circle cx="12" cy="12" r="3" />
      {struck && <path d="m4 4 16 16" />}
    </svg>
  )
}
