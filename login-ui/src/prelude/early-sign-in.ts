import { appCheckHeaders } from '../auth/app-check.ts'
import { canSignInDirectly, type DirectAnswer, signInDirectly } from '../auth/direct-sign-in.ts'
import type { Credentials } from '../auth/sdk-contract.ts'
import { leaveFor, openTarget } from '../lib/departure.ts'
import { isEmail, readEmail } from '../lib/email.ts'
import { writeLastUsed } from '../lib/last-used-way.ts'
import { openChannel } from '../lib/open-channel.ts'
import { createRedirectCounter } from '../lib/redirect-loop.ts'
import { createTabStorage } from '../lib/tab-storage.ts'
import type { PageConfig } from '../page-config.ts'
import type { EarlyAct, Prelude } from './contract.ts'

// A separate script, small enough to arrive long before React: sends a password sign-in submitted meanwhile.

interface SignInForm {
  credentials: Credentials
  /** Null: the form does not ask. */
  remember: boolean | null
}

/** The form's content if it is a sign-in that does not need the page; otherwise null. */
function readForm(form: HTMLElement, config: PageConfig): SignInForm | null {
  const find = (name: string) => form.querySelector<HTMLInputElement>(`input[name=${name}]`)
  const email = readEmail(find('email')?.value ?? '')
  const password = find('password')?.value ?? ''
  const { id, choose, byEmailDomain } = config.tenant
  const isTenantKnown = id !== null || (choose.length === 0 && Object.keys(byEmailDomain).length === 0)
  return isEmail(email) && password !== '' && isTenantKnown && canSignInDirectly(config)
    ? { credentials: { email, password }, remember: find('remember')?.checked ?? null }
    : null
}

/** Signs in and leaves for the redirect target, unless the page has taken over or has something to show first. */
async function signIn(
  config: PageConfig,
  { credentials, remember }: SignInForm,
  prelude: Prelude
): Promise<DirectAnswer> {
  const tenantId = config.tenant.id
  const fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init)
  const answer = await signInDirectly({ config, tenantId, remember, fetch }, credentials)
  const storage = createTabStorage(() => sessionStorage)
  const redirects = createRedirectCounter(storage)
  if (answer.kind !== 'opened' || prelude.isTaken() || !storage.isAllowed() || redirects.isLoop())
    return answer
  openChannel()?.postMessage({ type: 'signed-in', tenantId })
  const device = createTabStorage(() => localStorage)
  // The form is never marked.
  writeLastUsed(device, null)
  redirects.noteLeaving(Date.now())
  openTarget({ location: () => location, leaveFor }, config)
  return { kind: 'left' }
}

function start(prelude: Prelude): void {
  const config: PageConfig = JSON.parse(document.getElementById('gatehouse-config')?.textContent ?? 'null')
  const send = (act: EarlyAct) => {
    const form = readForm(act.target, config)
    if (form === null) return
    act.mark(config.texts['sign-in.submitting'])
    act.signIn = { credentials: form.credentials, answer: signIn(config, form, prelude) }
  }
  prelude.onKept = send
  // The token is then there when the form is sent. Nothing is requested from other sites before.
  if (config.provider.appCheck !== null)
    addEventListener('focusin', () => void appCheckHeaders(config), { once: true })
  if (prelude.kept !== null && !prelude.isTaken()) send(prelude.kept)
}

const { gatehousePrelude } = globalThis
if (gatehousePrelude !== undefined) {
  // The configuration is at the end of the document.
  if (document.readyState === 'loading')
    document.addEventListener('readystatechange', () => start(gatehousePrelude), { once: true })
  else start(gatehousePrelude)
}
