import type { Browser, BrowserContext } from 'playwright-core'
import { type Figure, figure } from '../figures.ts'
import { openOnSlowPhone } from '../fixture/slow-phone.ts'

/** The page to sign in at, and an account with a password and no second factor. */
export interface SignIn {
  url: string
  /** Path that takes the id token. */
  sessionPath: string
  email: string
  password: string
}

/** Times of one sign-in, in milliseconds since the navigation began. */
interface Times {
  takenMs: number
  sessionMs: number
}

/** The page writes it to the console before the time: its policy forbids to ask it. */
const TAKEN = 'taken at '

/**
 * Runs in the page. A password manager that submits by itself: it fills the form as soon as it is there, and submits every
 * 50 ms until the page takes it. What the page does not take would leave it as a form post; that is prevented.
 */
const submitAtOnce = ({ email, password }: SignIn) => `
  let isTaken = false
  const noteTaken = () => {
    if (!isTaken) console.debug('${TAKEN}' + (performance.timeOrigin + performance.now()))
    isTaken = true
  }
  // What the prelude keeps does not come as far as this.
  addEventListener('submit', (event) => {
    if (event.defaultPrevented) noteTaken()
    event.preventDefault()
  })
  const values = ${JSON.stringify({ username: email, 'current-password': password })}
  const submit = () => {
    const field = document.querySelector('input[type=password]')
    if (isTaken) return
    if (field !== null) {
      for (const [kind, value] of Object.entries(values)) {
        const input = field.form.querySelector('input[autocomplete~="' + kind + '"]')
        if (input.value === value) continue
        input.value = value
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
      field.form.requestSubmit()
      if (globalThis.gatehousePrelude?.kept) noteTaken()
    }
    setTimeout(submit, 50)
  }
  submit()
`

/** How long signing in with a password takes from the navigation on: for new visitors, and for those whose browser has the files. */
export async function measureTimeToSession(
  browser: Browser,
  target: SignIn,
  loads: number
): Promise<Figure[]> {
  const firsts: Times[] = []
  const seconds: Times[] = []
  // The first one also warms the server's side and is not counted.
  for (let index = 0; index <= loads; index++) {
    const context = await browser.newContext()
    try {
      const first = await signInOnce(context, target)
      await context.clearCookies()
      const second = await signInOnce(context, target)
      if (index > 0) {
        firsts.push(first)
        seconds.push(second)
      }
    } finally {
      await context.close()
    }
  }
  const of = (times: readonly Times[], name: keyof Times) => times.map((one) => one[name])
  return [
    figure('time to session', 'ms', of(firsts, 'sessionMs'), { under: 1200 }),
    figure('time to session, second visit', 'ms', of(seconds, 'sessionMs')),
    figure('a submit is taken', 'ms', of(firsts, 'takenMs')),
    figure('a submit is taken, second visit', 'ms', of(seconds, 'takenMs'))
  ]
}

async function signInOnce(context: BrowserContext, target: SignIn): Promise<Times> {
  const page = await openOnSlowPhone(context, submitAtOnce(target))
  try {
    const answered = page.waitForResponse(
      (response) => new URL(response.url()).pathname === target.sessionPath
    )
    const [document, taken, session] = await Promise.all([
      page.goto(target.url, { waitUntil: 'commit' }),
      page.waitForEvent('console', (message) => message.text().startsWith(TAKEN)),
      answered
    ])
    if (document === null || session.status() >= 400) throw new Error(`sign-in failed: ${session.status()}`)
    await session.finished()
    const startedAt = document.request().timing().startTime
    const { startTime, responseEnd } = session.request().timing()
    return {
      takenMs: Number(taken.text().slice(TAKEN.length)) - startedAt,
      sessionMs: startTime + responseEnd - startedAt
    }
  } finally {
    await page.close()
  }
}
