import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Problem } from '../../auth/errors.ts'
import { plainProblem } from '../../first-state.ts'
import { createTabStorage, type TabStorage, takeNote, writeNote } from '../../lib/tab-storage.ts'
import { Field } from '../../ui/field.tsx'
import { fieldOf } from '../../ui/form.tsx'
import { withBreaks } from '../../ui/given.tsx'
import { usePage } from '../../ui/page-context.tsx'
import { useAccount } from '../account-context.ts'
import { accountPathOf } from '../account-link.tsx'
import { TaskForm, useCall, useTask } from '../task.tsx'
import { addressParts, Row, Section } from './section.tsx'

/** Keeps the typed name while another page of the account is shown or its owner signs in again. */
function useKeptName(field: RefObject<HTMLInputElement | null>): void {
  const { config } = usePage()
  const { account, onSessionOver } = useAccount()
  const { uid, name } = account
  useLayoutEffect(() => {
    const storage = createTabStorage(() => sessionStorage)
    const place = { uid, path: accountPathOf('overview', config) }
    /** Null: unchanged. */
    const input = field.current
    const typed = () => (input === null || input.value === (name ?? '') ? null : input.value)
    const kept = takeTypedName(storage, place, Date.now())
    // Text typed before hydration wins.
    if (kept !== null && typed() === null && input !== null) input.value = kept
    const keep = () => {
      const unsaved = typed()
      if (unsaved !== null) keepTypedName(storage, place, unsaved, Date.now())
    }
    const stop = onSessionOver(keep)
    return () => {
      stop()
      keep()
    }
  }, [config, field, name, onSessionOver, uid])
}

/** Name and contact of the owner. */
export function ProfileSection() {
  const { config, text } = usePage()
  const { account } = useAccount()
  const { email, emailVerified, phone, may, name } = account
  return (
    <Section title="account-page.profile">
      {may.name ? <NameForm /> : name !== null && <Row label={text('field.name')}>{name}</Row>}
      <Row
        label={text('field.email')}
        page="email"
        action={email === null ? 'account-page.set-up' : 'account-page.change'}
      >
        {email === null ? (
          text('account-page.not-set-up')
        ) : (
          <span className="marked">
            <bdi dir="ltr">{withBreaks(email, addressParts)}</bdi>{' '}
            <span className={emailVerified ? 'mark success' : 'mark'}>
              {text(emailVerified ? 'account-page.verified' : 'account-page.unverified')}
            </span>
          </span>
        )}
      </Row>
      {phone !== null && (
        <Row label={text('field.phone')}>
          <bdi dir="ltr">{phone}</bdi>
          <p className="muted">{text('account-page.fixed', { site: config.brand.name })}</p>
        </Row>
      )}
    </Section>
  )
}

function NameForm() {
  const { text } = usePage()
  const { account, gateway, note, finish, toast } = useAccount()
  const task = useTask()
  const resultOf = useCall()
  const field = useRef<HTMLInputElement>(null)
  useKeptName(field)
  const [typed, setTyped] = useState('')
  const look = () => setTyped(field.current?.value.trim() ?? '')
  // Kept, or typed before hydration.
  useEffect(look, [])
  const rename = (fields: FormData) =>
    task.run(async () => {
      const name = fieldOf(fields, 'name').trim()
      const problem = nameProblem(name)
      if (problem !== null) return { kind: 'failed', problem, field: 'name' }
      const result = resultOf(await gateway.rename(name))
      if (result?.kind !== 'done') return result
      note({ name })
      finish({ page: 'overview', words: 'account-page.saved' })
      return result
    })
  return (
    <>
      <div className={toast?.page === 'overview' ? 'needs-script one-line lit' : 'needs-script one-line'}>
        <TaskForm
          task={task}
          busyText={text('busy.saving')}
          submit={text('account-page.save-name')}
          isMinor
          waits={typed === '' || typed === account.name}
          onSubmit={rename}
        >
          <Field
            ref={field}
            name="name"
            label={text('field.name')}
            type="text"
            dir="auto"
            autoComplete="name"
            defaultValue={account.name ?? ''}
            onInput={look}
          />
        </TaskForm>
      </div>
      {account.name !== null && (
        <div className="without-script">
          <Row label={text('field.name')}>{account.name}</Row>
        </div>
      )}
    </>
  )
}

const KEY = 'gatehouse:typed-name'

/** Account and page of the typed name. */
interface NamePlace {
  uid: string
  path: string
}

/** Stores a typed, unsaved name while its owner signs in again in this tab. */
export function keepTypedName(storage: TabStorage, place: NamePlace, name: string, nowMs: number): void {
  writeNote(storage, KEY, { ...place, name }, nowMs)
}

/** Returns and removes the name; null: none within ten minutes, or of another account or page. */
export function takeTypedName(storage: TabStorage, { uid, path }: NamePlace, nowMs: number): string | null {
  const kept = takeNote(storage, KEY, nowMs)
  if (kept?.uid !== uid || kept.path !== path) return null
  return typeof kept.name === 'string' ? kept.name : null
}

const mostChars = 128
/** Same as the gateway's check: control characters, line ends, and bidirectional controls. */
const unfit = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

/** What is wrong with a trimmed name; null: nothing. */
export function nameProblem(name: string): Problem | null {
  const isFit = [...name].length <= mostChars && !unfit.test(name) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(name)
  return isFit ? null : plainProblem('account', 'account-page.name-unfit', null)
}
