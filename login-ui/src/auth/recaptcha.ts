/** How long Google's script may take to load, in milliseconds. */
const scriptMs = 15_000
/** How long a visitor may take over pictures, in milliseconds; closing them is not reported. */
const puzzleMs = 120_000
/** Name of the function that Google's script calls when it is ready. */
const readyName = 'gatehouseRecaptchaReady'

/** What the SDK needs of a verifier. It calls `_reset` after each use, although its types leave that out. */
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

/** What is needed of the browser, so that tests can replace it. `scope`: its `window`. */
export interface RecaptchaBrowser {
  document: Pick<Document, 'createElement' | 'head' | 'body'>
  scope: object & { grecaptcha?: unknown; [readyName]?: () => void }
  fetch: typeof fetch
  /** Runs `task` after `ms`, unless the function given back is called before. */
  after(ms: number, task: () => void): () => void
}

/** The project, as the SDK knows it. `emulatorConfig`: null = Google's own service. */
interface Project {
  readonly config: { readonly apiKey: string }
  readonly languageCode: string | null
  readonly emulatorConfig: object | null
}

interface VerifierOptions {
  auth: Project
  /** Makes the error that the SDK hands on: `auth/network-request-failed`, `auth/captcha-check-failed`. */
  errorOf(code: string): Error
  /** By default the one that shows the page. */
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
 * Gives a verifier that asks Google's invisible reCAPTCHA, with the project's key, whether a robot asks for a text message.
 * The SDK's own class would be loaded with the SDK for every visitor. Loads nothing before `verify`. The emulator and the
 * stand-in accept any text, so nothing is loaded for them.
 */
export function createVerifier(options: VerifierOptions): Verifier {
  return options.auth.emulatorConfig === null
    ? createRecaptcha(options)
    : { type: 'recaptcha', verify: async () => 'none', _reset() {} }
}

const known = new WeakMap<Project, Verifier>()

/** Gives the one verifier of a project, so that the page has one widget however many messages are sent. */
export function verifierOf(options: VerifierOptions): Verifier {
  const verifier = known.get(options.auth) ?? createVerifier(options)
  known.set(options.auth, verifier)
  return verifier
}

function createRecaptcha({ auth, errorOf, browser = thisBrowser() }: VerifierOptions): Verifier {
  const { document, scope, fetch, after } = browser
  let conclude: (token: string | null) => void = () => {}
  let widget: Promise<{ recaptcha: Recaptcha; id: number }> | null = null

  /** Settles once: with what `start` hands over, or with the error when that is null or takes longer than `ms`. */
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
    const response = await fetch(url).catch(() => {
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

    // A token is good for one call.
    _reset() {
      widget?.then(
        ({ recaptcha, id }) => recaptcha.reset(id),
        () => {}
      )
    }
  }
}

/** Other scripts of Google leave an object of the same name without these functions. */
function isRecaptcha(value: unknown): value is Recaptcha {
  return typeof value === 'object' && value !== null && 'render' in value && 'execute' in value
}
