import t from 'tap'
import { createVerifier, type RecaptchaBrowser } from '../../src/auth/recaptcha.ts'
import { settle } from '../fixtures/flows.ts'

interface Widget {
  sitekey: string
  size: string
  callback(token: string): void
  'error-callback'(): void
}

interface World {
  siteKey?: object
  language?: string | null
  emulatorConfig?: object | null
}

/** An empty page, with a Google script that the test controls. */
function buildWorld({
  siteKey = { recaptchaSiteKey: 'site' },
  language = 'de',
  emulatorConfig = null
}: World = {}) {
  const scripts: { src: string; onerror: () => void }[] = []
  const widgets: Widget[] = []
  const calls: string[] = []
  const urls: string[] = []
  const timers = new Map<number, () => void>()
  const scope: RecaptchaBrowser['scope'] = {}
  const element = () => ({ src: '', onerror: () => {} })
  const browser = {
    document: {
      createElement: element,
      head: { append: (script: ReturnType<typeof element>) => scripts.push(script) },
      body: { append: () => calls.push('container') }
    },
    scope,
    async fetch(url: string) {
      urls.push(url)
      return Response.json(siteKey)
    },
    after(ms: number, task: () => void) {
      timers.set(ms, task)
      return () => timers.delete(ms)
    }
  } as unknown as RecaptchaBrowser
  const verifier = createVerifier({
    auth: { config: { apiKey: 'a&b' }, languageCode: language, emulatorConfig },
    errorOf: (code) => Object.assign(new Error(code), { code }),
    browser
  })
  const arrive = async () => {
    scope.grecaptcha = {
      render: (_: unknown, widget: Widget) => widgets.push(widget) - 1,
      execute: (id: number) => calls.push(`execute ${id}`),
      reset: (id: number) => calls.push(`reset ${id}`)
    }
    scope.gatehouseRecaptchaReady?.()
    await settle()
  }
  return { verifier, scripts, widgets, calls, urls, timers, arrive }
}

t.test('reCAPTCHA: loads nothing before it is needed', async (t) => {
  const { scripts, urls, verifier } = buildWorld()
  verifier._reset()
  t.same([scripts, urls], [[], []])
})

t.test('reCAPTCHA: for a human visitor, the token of the project’s invisible widget', async (t) => {
  const { verifier, scripts, widgets, calls, urls, timers, arrive } = buildWorld()
  const token = verifier.verify()
  t.equal(
    scripts[0]?.src,
    'https://www.google.com/recaptcha/api.js?render=explicit&onload=gatehouseRecaptchaReady&hl=de'
  )
  t.same(urls, ['https://identitytoolkit.googleapis.com/v1/recaptchaParams?key=a%26b'])
  await arrive()
  t.match(widgets, [{ sitekey: 'site', size: 'invisible' }])
  widgets[0]?.callback('token-1')
  t.equal(await token, 'token-1')
  t.same(calls, ['container', 'execute 0'])
  t.equal(timers.size, 0, 'no timer remains')
})

t.test('reCAPTCHA: a second call uses the same widget after a reset', async (t) => {
  const { verifier, scripts, widgets, calls, arrive } = buildWorld()
  const first = verifier.verify()
  await arrive()
  widgets[0]?.callback('token-1')
  await first
  verifier._reset()
  const second = verifier.verify()
  await settle()
  widgets[0]?.callback('token-2')
  t.equal(await second, 'token-2')
  t.equal(scripts.length, 1)
  t.same(calls, ['container', 'execute 0', 'reset 0', 'execute 0'])
})

t.test('reCAPTCHA: a blocked script is a network error and can be retried', async (t) => {
  const { verifier, scripts, widgets, arrive } = buildWorld()
  const blocked = t.rejects(verifier.verify(), { code: 'auth/network-request-failed' })
  scripts[0]?.onerror()
  await blocked
  const token = verifier.verify()
  await settle()
  t.equal(scripts.length, 2)
  await arrive()
  widgets[0]?.callback('token')
  t.equal(await token, 'token')
})

t.test('reCAPTCHA: a late script is a network error', async (t) => {
  const { verifier, timers } = buildWorld()
  const late = t.rejects(verifier.verify(), { code: 'auth/network-request-failed' })
  timers.get(15_000)?.()
  await late
})

t.test('reCAPTCHA: an error from Google or no reaction of the visitor fails the check', async (t) => {
  for (const end of [
    ({ widgets }: ReturnType<typeof buildWorld>) => widgets[0]?.['error-callback'](),
    ({ timers }: ReturnType<typeof buildWorld>) => timers.get(120_000)?.()
  ]) {
    const world = buildWorld()
    const refused = t.rejects(world.verifier.verify(), { code: 'auth/captcha-check-failed' })
    await world.arrive()
    end(world)
    await refused
  }
})

t.test('reCAPTCHA: a project without a site key fails the check', async (t) => {
  const { verifier, arrive } = buildWorld({ siteKey: {} })
  const refused = t.rejects(verifier.verify(), { code: 'auth/captcha-check-failed' })
  await arrive()
  await refused
})

t.test('reCAPTCHA: a test provider loads nothing and returns any text', async (t) => {
  const { verifier, scripts, urls } = buildWorld({ emulatorConfig: {} })
  t.match(await verifier.verify(), /./)
  verifier._reset()
  t.same([scripts, urls], [[], []])
})
