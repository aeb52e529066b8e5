import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { type DrawerContents, type DrawerUser, fetchContents } from './contents.ts'

export interface DevDrawerProps {
  /** Where the content comes from. */
  path: string
  onSignInAs: (user: DrawerUser) => void
}

/**
 * What a test provider holds: users to sign in as, and the mails and codes that a real one would have sent; in the demo, also
 * what there is to try. For developers only, so it is in English only.
 */
export function DevDrawer({ path, onSignInAs }: DevDrawerProps) {
  const [open, setOpen] = useState(false)
  const { contents, failed, refresh } = useContents(path, open)
  return (
    <aside className="drawer-body" lang="en" dir="ltr" aria-label="Test provider">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span className="tag">Test only</span> Users, mails and codes
        </summary>
        <div className="drawer-content">
          <p className="muted">
            The identity provider behind this page is a stand-in. Nothing of this exists on a real site.
          </p>
          <button type="button" className="link" onClick={refresh}>
            Refresh
          </button>
          {failed && <p className="error">The test provider doesn't answer.</p>}
          {contents !== null && <Contents {...contents} onSignInAs={onSignInAs} />}
        </div>
      </details>
    </aside>
  )
}

/** Fetches when the drawer opens and when the page comes back to the front: a mail may have come meanwhile. */
function useContents(path: string, open: boolean) {
  const [contents, setContents] = useState<DrawerContents | null>(null)
  const [failed, setFailed] = useState(false)
  const refresh = useCallback(() => {
    fetchContents(path).then(
      (fetched) => {
        setContents(fetched)
        setFailed(false)
      },
      () => setFailed(true)
    )
  }, [path])
  useEffect(() => {
    if (!open) return
    refresh()
    const look = () => {
      if (document.visibilityState === 'visible') refresh()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [open, refresh])
  return { contents, failed, refresh }
}

function Contents({
  users,
  mails,
  codes,
  examples,
  onSignInAs
}: DrawerContents & Pick<DevDrawerProps, 'onSignInAs'>) {
  return (
    <>
      <Part title="Users" empty="No users.">
        {users.map((user) => (
          <li key={`${user.tenantId} ${user.uid}`}>
            <span>
              {user.email ?? user.name ?? user.uid}
              <small className="muted">
                {[
                  user.email === null ? null : user.name,
                  user.tenantId,
                  user.secondFactor && 'second factor left out',
                  user.disabled && 'disabled'
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <button
              type="button"
              className="link"
              aria-label={`Sign in as ${user.email ?? user.uid}`}
              onClick={() => onSignInAs(user)}
            >
              Sign in
            </button>
          </li>
        ))}
      </Part>
      <Part title="Mails" empty="No mails yet.">
        {mails.map(({ email, type, link }) => (
          <li key={link}>
            <span>
              {email}
              <small className="muted">{type}</small>
            </span>
            <a href={link} aria-label={`Open the link for ${email} (${type})`}>
              Open the link
            </a>
          </li>
        ))}
      </Part>
      <Part title="Codes" empty="No codes yet.">
        {codes.map(({ phoneNumber, code }) => (
          <li key={`${phoneNumber} ${code}`}>
            <span>
              <code>{code}</code>
              <small className="muted">{phoneNumber}</small>
            </span>
            <button
              type="button"
              className="link"
              aria-label={`Copy ${code}`}
              onClick={() => void navigator.clipboard?.writeText(code).catch(() => {})}
            >
              Copy
            </button>
          </li>
        ))}
      </Part>
      {examples.length > 0 && <Examples examples={examples} />}
    </>
  )
}

function Examples({ examples }: Pick<DrawerContents, 'examples'>) {
  return (
    <Part title="What to try" empty="">
      {examples.map(({ url, title, text, rule }) => (
        <li key={url}>
          <span className="example">
            <a href={url}>{title}</a>
            {text}
            <code className="muted">{rule}</code>
          </span>
        </li>
      ))}
    </Part>
  )
}

function Part({ title, empty, children }: { title: string; empty: string; children: readonly ReactNode[] }) {
  return (
    <section>
      <h2>{title}</h2>
      {children.length === 0 ? <p className="muted">{empty}</p> : <ul>{children}</ul>}
    </section>
  )
}
