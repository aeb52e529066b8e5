const eye = 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9a3 3 0 1 0 .1 0'

/** An open eye, struck through if `struck`. Decorative: the surrounding button needs a name. */
export function EyeIcon({ struck }: { struck: boolean }) {
  return <LineIcon path={struck ? `${eye}M4 4l16 16` : eye} />
}

/** Status of a screen, or a panel on it. */
export type StatusKind = 'success' | 'mail' | 'warning' | 'lock'

const statusPaths: Readonly<Record<StatusKind, string>> = {
  success: 'm5 12.5 4.5 4.5L19 7.5',
  mail: 'M3.5 6h17v12h-17zl8.5 7 8.5-7',
  warning: 'M12 3a9 9 0 1 0 .1 0M12 7.5V13m0 3v.5',
  lock: 'M5.5 10.5h13v9h-13zM8.5 10V7.5a3.5 3.5 0 0 1 7 0V10'
}

/** The icon of a status. Decorative: the text beside it says the same. */
export function StatusIcon({ kind }: { kind: StatusKind }) {
  return <LineIcon path={statusPaths[kind]} />
}

/** A decorative drawing of 24×24. */
export function LineIcon({ path }: { path: string }) {
  return (
    <svg className="icon line" viewBox="0 0 24 24" aria-hidden="true" width="24" height="24">
      <path d={path} />
    </svg>
  )
}
