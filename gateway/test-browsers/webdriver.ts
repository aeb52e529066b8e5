import { setTimeout as pause } from 'node:timers/promises'

/** How the protocol names an element in its JSON. https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const LOOK_EVERY_MS = 50
const MAX_WAIT_MS = 15_000
/** Longer than the time limits of the drivers themselves. */
const CALL_TIMEOUT_MS = 20_000
/** A browser starts slowly beside other runs. Firefox's driver has one session at a time: a start that is given up blocks all later ones. */
const START_TIMEOUT_MS = 50_000
const ENTER = '\uE007'

/** A cookie as the protocol reports it. */
export interface DriverCookie {
  name: string
  value: string
  httpOnly: boolean
  sameSite?: string
}

/** A WebDriver program that is running. */
export interface Driver {
  url: string
  /** What a browser is opened with. */
  capabilitiesFor(wish: BrowserWish): Record<string, unknown>
  /** Collects the errors in the console of a browser from now on, by the capabilities that it was opened with; none where it cannot be read. */
  watchConsole(opened: Record<string, unknown>): Promise<() => string[]>
}

/** What a visitor's browser is like. */
export interface BrowserWish {
  /** Of the proxy, `host:port`. */
  proxy: string
  blocksCookies?: boolean
  /** False: opening a page does not wait until it has loaded, which one whose scripts are held back never does. Default true. */
  waitsForLoad?: boolean
}

/** A visitor's browser: a session of a WebDriver program. Elements are found by CSS selectors, or buttons and links by their text. */
export type Browser = Awaited<ReturnType<typeof openBrowser>>

async function call(
  url: string,
  method: string,
  body?: object,
  timeoutMs = CALL_TIMEOUT_MS
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.timeout(timeoutMs),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  })
  const { value } = Object(await response.json())
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`)
  return value
}

/** Opens a browser with an empty profile. */
export async function openBrowser({ url, capabilitiesFor, watchConsole }: Driver, wish: BrowserWish) {
  const alwaysMatch = {
    acceptInsecureCerts: true,
    pageLoadStrategy: wish.waitsForLoad === false ? 'none' : 'normal',
    timeouts: { pageLoad: MAX_WAIT_MS, script: MAX_WAIT_MS },
    ...capabilitiesFor(wish)
  }
  // WebKit's driver now and then waits in vain for a browser that it has started.
  const open = () => call(`${url}/session`, 'POST', { capabilities: { alwaysMatch } }, START_TIMEOUT_MS)
  const opened = Object(await open().catch(open))
  const session = `${url}/session/${opened.sessionId}`
  const post = (path: string, body: object = {}) => call(`${session}${path}`, 'POST', body)
  const read = (path: string) => call(`${session}${path}`, 'GET')

  /** Repeats what fails or gives nothing, as pages come and go. */
  async function until<T>(title: string, look: () => Promise<T | null | undefined | false>): Promise<T> {
    const endsAt = performance.now() + MAX_WAIT_MS
    for (let last: unknown; ; ) {
      try {
        const found = await look()
        if (found !== null && found !== undefined && found !== false) return found
      } catch (err) {
        last = err
      }
      if (performance.now() > endsAt) {
        const shown = await evaluate('document.body.innerText').catch(String)
        throw new Error(`never: ${title}, at ${await location()}, which shows:\n${shown}`, { cause: last })
      }
      await pause(LOOK_EVERY_MS)
    }
  }

  const location = async () => String(await read('/url'))
  /** The value of an expression in the page, with what it awaits. */
  const evaluate = (expression: string, ...args: unknown[]) =>
    post('/execute/sync', { script: `return (${expression})`, args })
  const findAll = async (selector: string) => {
    const found = await post('/elements', { using: 'css selector', value: selector })
    return Array.isArray(found) ? found.map((element) => String(Object(element)[ELEMENT])) : []
  }
  const find = (selector: string) => until(selector, async () => (await findAll(selector))[0])
  const findByText = (text: string) =>
    until(`“${text}”`, async () => {
      const found = await evaluate(
        `[...document.querySelectorAll('button, a, summary, label')].find((element) =>
          element.checkVisibility() && (element.ariaLabel ?? element.innerText).trim() === arguments[0]) ?? null`,
        text
      )
      return found === null ? null : String(Object(found)[ELEMENT])
    })
  /** Controls that have just appeared take no pointer yet, and in a hidden tab they stay so. */
  const takesPointer = (element: string) =>
    evaluate("getComputedStyle(arguments[0]).pointerEvents !== 'none'", { [ELEMENT]: element })
  const click = async (element: string) =>
    (await takesPointer(element)) === true && (await post(`/element/${element}/click`)) === null

  const complaints = await watchConsole(Object(opened.capabilities))
  await post('/window/rect', { width: 1280, height: 900 })
  return {
    /** Errors in the console so far. */
    complaints,
    until,
    evaluate,
    location,
    /** Opens an address. */
    goto: (address: string) => post('/url', { url: address }),
    back: () => post('/back'),
    forward: () => post('/forward'),
    reload: () => post('/refresh'),
    /** Waits until the page is at an address. */
    reach: (address: string) => until(address, async () => (await location()) === address),
    /** Waits until React has taken over the page. */
    takenOver: () =>
      until('taken over', () =>
        evaluate(
          `Object.keys(document.querySelector('form, button') ?? {}).some((key) => key.startsWith('__react'))`
        )
      ),
    /** Waits until the page shows a text. */
    sees: (text: string) =>
      until(`“${text}”`, () => evaluate('document.body.innerText.includes(arguments[0])', text)),
    find,
    findAll,
    /** Clicks as a visitor does: where the element is, when nothing covers it. */
    press: (text: string) => until(`click at “${text}”`, async () => click(await findByText(text))),
    /** The same by the Enter key. */
    pressEnter: (text: string) =>
      until(`Enter at “${text}”`, async () => {
        const answer = await post(`/element/${await findByText(text)}/value`, { text: ENTER })
        return answer === null
      }),
    clickAt: (selector: string) => until(`click at ${selector}`, async () => click(await find(selector))),
    /** Replaces what a field holds, key by key. WebKit's driver loses keys while a page that has just loaded moves the focus. */
    async fill(selector: string, text: string) {
      const element = await find(selector)
      await until(`${text} in ${selector}`, async () => {
        await post(`/element/${element}/clear`)
        await post(`/element/${element}/value`, { text })
        return (await read(`/element/${element}/property/value`)) === text
      })
    },
    enter: async (selector: string) => post(`/element/${await find(selector)}/value`, { text: ENTER }),
    valueOf: async (selector: string) => read(`/element/${await find(selector)}/property/value`),
    /** Opens a tab in front of the others. */
    async newTab() {
      await post('/window', { handle: Object(await post('/window/new', { type: 'tab' })).handle })
    },
    cookies: async (): Promise<DriverCookie[]> => Object(await read('/cookie')),
    windows: async (): Promise<string[]> => Object(await read('/window/handles')),
    window: async () => String(await read('/window')),
    switchTo: (handle: string) => post('/window', { handle }),
    /** Adds an authenticator that confirms everything; throws where the driver has none. */
    addAuthenticator: () =>
      post('/webauthn/authenticator', {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true
      }),
    /** A PNG of the window. */
    picture: async () => Buffer.from(String(await read('/screenshot')), 'base64'),
    resize: (size: { width: number; height: number }) => post('/window/rect', size),
    close: () => call(session, 'DELETE')
  }
}
