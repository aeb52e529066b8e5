import { takeNote, writeNote } from '../lib/tab-storage.ts'
import { ASK_PASSWORD, type Screen, SIGN_IN } from '../machine.ts'
import type { FlowContext } from './context/flow-context.ts'

const TYPED_EMAIL = 'gatehouse:typed-email'

/** A typed address, the step that it led to and a chosen organization survive a reload within ten minutes, in this tab and until the sign-in. */
export function keepTyped({ browser, config, memory, router, store }: FlowContext): void {
  const { now, storage } = browser
  const kept = takeNote(storage, TYPED_EMAIL, now())
  if (typeof kept?.email === 'string' && store.state().email === '')
    store.dispatch({ type: 'typed', email: kept.email })
  const chosen = config.tenant.choose.find(({ id }) => id === kept?.tenant)
  // A new visit may be for another one, and begins with the first step.
  const isReload = browser.historyEntry().rank > 0
  if (chosen !== undefined && isReload) {
    memory.tenantId = chosen.id
    store.dispatch({ type: 'shown', screen: router.firstScreen(), tenant: chosen.id })
  }
  const { screen, email } = store.state()
  const wasAsked = kept?.step === 'password' && kept.email === email
  if (wasAsked && isReload && config.identifierFirst && screen === SIGN_IN)
    store.dispatch({ type: 'shown', screen: ASK_PASSWORD })
  const note = () => {
    const { screen, email, isKnown, tenant } = store.state()
    if (screen.name === 'leaving' || isKnown || (email === '' && tenant === null)) storage.remove(TYPED_EMAIL)
    else {
      const step = screen === ASK_PASSWORD ? 'password' : undefined
      writeNote(storage, TYPED_EMAIL, { email, tenant, step }, now())
    }
  }
  note()
  store.subscribe(note)
}

const STEP = 'gatehouse:step'
/** People look for a mail or message for longer than they look at a form. */
const stepLifeMs = 900_000

/** Steps that need tokens, which no storage may hold. */
const bound: ReadonlySet<unknown> = new Set<Screen['name']>(['second-factor', 'enrol', 'verify', 'connect'])

/**
 * A step survives a reload within a quarter of an hour, in this tab and until it is left: phones discard the page while the visitor
 * looks for the code. After one that can't, the form says why it is asked again.
 */
export function keepStep({ browser, config, memory, store }: FlowContext): void {
  const { now, storage } = browser
  const { name, mail, email, number, code } = takeNote(storage, STEP, now(), stepLifeMs) ?? {}
  // Without a form of its own, a step began at sign-in, where a new visit begins too.
  const isReload = browser.historyEntry().rank > 0
  const isHere =
    mail === 'reset'
      ? config.address === 'forgot'
      : config.address === 'link' || (config.address === 'sign-in' && isReload)
  if (isHere && (mail === 'reset' || mail === 'link') && typeof email === 'string')
    store.dispatch({ type: 'shown', screen: { name: 'sent', mail, email } })
  else if (isReload && config.methods.phone && typeof number === 'string') {
    memory.phoneCode = typeof code === 'string' ? code : null
    const codes = Number(memory.phoneCode !== null)
    store.dispatch({ type: 'shown', screen: { name: 'phone', number, codes } })
  } else if (isReload && bound.has(name)) store.dispatch({ type: 'reloaded' })
  const note = () => {
    const { screen } = store.state()
    if (screen.name === 'phone') {
      const code = screen.codes === 0 ? null : memory.phoneCode
      writeNote(storage, STEP, { number: screen.number, code }, now())
    } else if (screen.name === 'sent')
      writeNote(storage, STEP, { mail: screen.mail, email: screen.email }, now())
    else if (bound.has(screen.name)) writeNote(storage, STEP, { name: screen.name }, now())
    else storage.remove(STEP)
  }
  note()
  store.subscribe(note)
}
