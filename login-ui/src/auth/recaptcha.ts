/** Load timeout of Google's script, in milliseconds. */
const scriptMs = 15_000
/** Time limit for a puzzle, in milliseconds; closing it is not reported. */
const puzzleMs = 120_000
/** Global callback of Google's script. */
const readyName = 'gatehouseRecaptchaReady'

/** The SDK's verifier interface. It calls `_reset` after each use, although its types omit it. */
export interface Verifier {
  readonly type: 'recaptcha'
  verify(): Promise<string>
  _reset(): void
}

/** https://developers.google.com/recaptcha/docs/invisible#js_api */
interface Recaptcha {
  render(container: Element, settings: WidgetSettings): number
  execute(widget: number): unknown
  reset(widget: number): void
}

interface WidgetSettings {
  sitekey: string
  size: 'invisible'
  callback: (token: string) => void
  'error-callback': () => void
}

/** Browser functions, injectable for tests. `scope`: its `window`. */
export interface RecaptchaBrowser {
  document: Pick<Document, 'createElement' | 'head' | 'body'>
  scope: object & { grecaptcha?: unknown; [readyName]?: () => void }
  fetch: typeof fetch
  /** Runs `task` after `ms`; returns a cancel function. */
  after(ms: number, task: () => void): () => void
}

/** The project as seen by the SDK. `emulatorConfig` null: Google's own service. */
interface Project {
  readonly config: { readonly apiKey: string }
  readonly languageCode: string | null
  readonly emulatorConfig: object | null
}

interface VerifierOptions {
  auth: Project
  /** Creates the error for the SDK: `auth/network-request-failed`, `auth/captcha-check-failed`. */
  errorOf(code: string): Error
  /** Further headers of the page's call to the provider; default: none. */
  headers?: () => Promise<HeadersInit>
  /** Default: the real browser. */
  browser?: RecaptchaBrowser
}

function thisBrowser(): RecaptchaBrowser {
  return {
    document,
    scope: globalThis,
    fetch: (input, init) => fetch(input, init),
    after(ms, task) {
      const timer = setTimeout(task, ms)
      return () => clearTimeout(timer)
    }
  }
}

/**
 * A verifier with Google's invisible reCAPTCHA and the project's key, for text messages. The SDK's own class
 * would be part of the SDK for every visitor. Loads nothing before `verify`, and nothing for the emulator and
 * the stand-in, which accept any text.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  return options.auth.emulatorConfig === null
    ? createRecaptcha(options)
    : { type: 'recaptcha', verify: async () => 'none', _reset() {} }
}

const known = new WeakMap<Project, Verifier>()

/** The project's only verifier, so the page has one widget for all messages. */
export function verifierOf(options: VerifierOptions): Verifier {
  const verifier = known.get(options.auth) ?? createVerifier(options)
  known.set(options.auth, verifier)
  return verifier
}

function createRecaptcha({ auth, errorOf, headers, browser = thisBrowser() }: VerifierOptions): Verifier {
  const { document, scope, fetch, after } = browser
  let conclude: (token: string | null) => void = () => {}
  let widget: Promise<{ recaptcha: Recaptcha; id: number }> | null = null

  /** Settles once: with the value from `start`, or with the error on null or timeout. */
  function within<T>(
    ms: number,
    code: string,
    start: (settle: (value: T | null) => void) => void
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const stopWaiting = after(ms, () => reject(errorOf(code)))
      start((value) => {
        stopWaiting()
        if (value === null) reject(errorOf(code))
        else resolve(value)
      })
    })
  }

  function loadScript(): Promise<Recaptcha> {
    if (isRecaptcha(scope.grecaptcha)) return Promise.resolve(scope.grecaptcha)
    return within(scriptMs, 'auth/network-request-failed', (settle) => {
      scope[readyName] = () => settle(isRecaptcha(scope.grecaptcha) ? scope.grecaptcha : null)
      const script = document.createElement('script')
      script.src = `https://www.google.com/recaptcha/api.js?render=explicit&onload=${readyName}&hl=${encodeURIComponent(auth.languageCode ?? '')}`
      script.onerror = () => settle(null)
      document.head.append(script)
    })
  }

  async function fetchSiteKey(): Promise<string> {
    const url = `https://identitytoolkit.googleapis.com/v1/recaptchaParams?key=${encodeURIComponent(auth.config.apiKey)}`
    const sent = headers === undefined ? {} : { headers: await headers() }
    const response = await fetch(url, sent).catch(() => {
      throw errorOf('auth/network-request-failed')
    })
    const body: unknown = await response.json().catch(() => null)
    const { recaptchaSiteKey }: { recaptchaSiteKey?: unknown } =
      typeof body === 'object' && body !== null ? body : {}
    if (typeof recaptchaSiteKey !== 'string') throw errorOf('auth/captcha-check-failed')
    return recaptchaSiteKey
  }

  async function render() {
    const [recaptcha, sitekey] = await Promise.all([loadScript(), fetchSiteKey()])
    const container = document.createElement('div')
    document.body.append(container)
    const id = recaptcha.render(container, {
      sitekey,
      size: 'invisible',
      callback: (token) => conclude(token),
      'error-callback': () => conclude(null)
    })
    return { recaptcha, id }
  }

  return {
    type: 'recaptcha',

    async verify() {
      widget ??= render().catch((err: unknown) => {
        widget = null
        throw err
      })
      const { recaptcha, id } = await widget
      return within(puzzleMs, 'auth/captcha-check-failed', (settle) => {
        conclude = settle
        recaptcha.execute(id)
      })
    },

    // A token is valid for one call.
    _reset() {
      widget?.then(
        ({ recaptcha, id }) => recaptcha.reset(id),
        () => {}
      )
    }
  }
}

/** Other Google scripts create an object of the same name without these functions. */
function isRecaptcha(value: unknown): value is Recaptcha {
  return typeof value === 'object' && value !== null && 'render' in value && 'execute' in value
}
