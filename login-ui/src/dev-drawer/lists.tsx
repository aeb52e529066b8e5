import { type ComponentProps, type ReactNode, useState } from 'react'
import {
  type DrawerCode,
  type DrawerContents,
  type DrawerExample,
  type DrawerMail,
  type DrawerUser,
  listPools,
  type PageTenants
} from './contents.ts'

type Name = 'email' | 'password' | 'code'

/** Fills in a field as if typed: the page is notified, and a full code submits its form. Does nothing without the field. */
function fillField(name: Name, value: string): void {
  const field = fieldOf(name)
  if (field === null) return
  // Not the folded password of the first step.
  if (field.tabIndex >= 0) field.focus()
  field.value = value
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }))
}

function fieldOf(name: Name): HTMLInputElement | null {
  const field = document.getElementById(name)
  return field instanceof HTMLInputElement && !field.readOnly ? field : null
}

/** The provider's word for a mail -> what its link does. */
const purposes: Readonly<Record<string, string>> = {
  PASSWORD_RESET: 'Reset the password',
  VERIFY_EMAIL: 'Verify the email',
  RECOVER_EMAIL: 'Restore the email',
  VERIFY_AND_CHANGE_EMAIL: 'Change the email',
  REVERT_SECOND_FACTOR_ADDITION: 'Remove the new second step',
  EMAIL_SIGNIN: 'Sign in'
}

interface AccountsProps extends Pick<DrawerContents, 'users' | 'password'> {
  tenants: PageTenants
  onSignInAs: (user: DrawerUser) => void
}

/** The accounts: sign in with one press, or fill in the form for the full flow. */
export function Accounts({ users, tenants, password, onSignInAs }: AccountsProps) {
  const pools = listPools(users, tenants)
  return (
    <>
      {password !== null && (
        <p className="drawer-note">
          <span>
            Password of all: <code>{password}</code>
          </span>
          <CopyButton label="Copy the password" text={password} />
        </p>
      )}
      {pools.map(({ name, users }) => (
        <section key={name} aria-label={name ?? undefined}>
          {name !== null && (
            <h2 className="drawer-group">
              <bdi>{name}</bdi>
            </h2>
          )}
          <List empty="No accounts yet.">
            {users.map((user) => (
              <Account
                key={user.uid}
                mayFillIn={user.tenantId === tenants.current}
                {...{ user, password, onSignInAs }}
              />
            ))}
          </List>
        </section>
      ))}
      <p className="drawer-hint">“Sign in” needs no password and leaves second steps out.</p>
    </>
  )
}

interface AccountProps extends Omit<AccountsProps, 'users' | 'tenants'> {
  user: DrawerUser
  /** Whether it belongs to the form's tenant. */
  mayFillIn: boolean
}

function Account({ user, password, mayFillIn, onSignInAs }: AccountProps) {
  const { email, name, uid } = user
  const shown = email ?? name ?? uid
  const fillIn = () => {
    fillField('email', email ?? '')
    fillField('password', password ?? '')
  }
  return (
    <li>
      <span>
        <strong>{shown}</strong>
        <Remarks on={user} />
      </span>
      <span className="drawer-acts">
        {mayFillIn &&
          email !== null &&
          password !== null &&
          user.hasPassword &&
          fieldOf('password') !== null && <Act words="Fill in" label={`Fill in ${shown}`} onPress={fillIn} />}
        <Act words="Sign in" label={`Sign in as ${shown}`} onPress={() => onSignInAs(user)} />
      </span>
    </li>
  )
}

function Remarks({ on }: { on: DrawerUser }) {
  const { name, disabled, email, emailVerified, secondFactors } = on
  const remarks = [
    email !== null && name,
    secondFactors.includes('totp') && 'authenticator app',
    secondFactors.includes('sms') && 'text message',
    email !== null && !emailVerified && 'unverified',
    disabled && 'disabled'
  ].filter((remark) => typeof remark === 'string')
  return remarks.length > 0 && <small>{remarks.join(' · ')}</small>
}

/** The unsent mails, by what their links do. */
export function Mails({ mails }: { mails: readonly DrawerMail[] }) {
  return (
    <List empty="No mails yet. They appear here when the page asks for one.">
      {mails.map(({ email, type, link }) => (
        <li key={link}>
          <span>
            <a href={link} aria-label={`${purposeOf(type)}: ${email}`}>
              {purposeOf(type)}
            </a>
            <small>{email}</small>
          </span>
        </li>
      ))}
    </List>
  )
}

/** Readable for unknown types too. */
function purposeOf(type: string): string {
  const words = type.toLowerCase().replaceAll('_', ' ')
  return purposes[type] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

/** Second-step codes; usable at once if the page asks for one. */
export function Codes({ codes }: { codes: readonly DrawerCode[] }) {
  return (
    <List empty="No codes yet.">
      {codes.map(({ recipient, code, validSeconds }) => (
        <li key={`${recipient} ${code}`}>
          <span>
            <code>{code}</code>
            <small>
              {recipient}
              {validSeconds !== null && ` · ${validSeconds} s left`}
            </small>
          </span>
          <span className="drawer-acts">
            {fieldOf('code') !== null && (
              <Act words="Use" label={`Use ${code}`} onPress={() => fillField('code', code)} />
            )}
            <CopyButton label={`Copy ${code}`} text={code} />
          </span>
        </li>
      ))}
    </List>
  )
}

/** Examples to try, each with the deciding rule. */
export function Examples({ examples }: { examples: readonly DrawerExample[] }) {
  return (
    <List empty="">
      {examples.map(({ url, title, text, rule }) => (
        <li key={url}>
          <span>
            <a href={url}>{title}</a>
            <small>{text}</small>
            <code className="drawer-rule">{rule}</code>
          </span>
        </li>
      ))}
    </List>
  )
}

function List({ empty, children }: { empty: string; children: readonly ReactNode[] }) {
  return children.length === 0 ? <p className="drawer-hint">{empty}</p> : <ul>{children}</ul>
}

/** Confirms the copy until focus or pointer leaves. Does nothing if the browser refuses. */
function CopyButton({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => {}
    )
  const forget = () => setCopied(false)
  const act = { words: copied ? 'Copied' : 'Copy', label, onPress: () => void copy() }
  return <Act {...act} onBlur={forget} onPointerLeave={forget} />
}

interface ActProps extends ComponentProps<'button'> {
  words: string
  label: string
  onPress: () => void
}

function Act({ words, label, onPress, ...others }: ActProps) {
  return (
    <button type="button" className="drawer-act" aria-label={label} onClick={onPress} {...others}>
      {words}
    </button>
  )
}
