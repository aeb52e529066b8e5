import { deepEqual, doesNotMatch, equal, match, ok } from 'node:assert/strict'
import type { Browser, BrowserContext, Page, WebSocket } from 'playwright-core'
import { noteComplaints } from '../../gateway/test/fixtures/browser/complaints.ts'
import { signInAs } from '../../gateway/test/fixtures/browser/login-form.ts'
import { type Checks, closing } from '../../gateway/test/fixtures/commands/checks.ts'
import type { Person, Recipe, Visit } from './recipe.ts'
import { ID_TOKEN_SECONDS, PASSWORD, type Surroundings } from './surroundings.ts'

const CHECK_TIMEOUT_MS = 120_000
const WAIT_MS = 20_000
const MAX_SHOWN_LINES = 10
const MAX_SHOWN_CHARS = 600

interface JourneyOptions {
  browser: Browser
  recipe: Recipe
  surroundings: Surroundings
}

/**
 * Two people, one after the other in one browser: the first signs in, works, is refreshed, cannot pose as the other and signs out;
 * then the second. `title`: of the recipe and how it is run.
 */
export async function checkJourney(
  checks: Checks,
  title: string,
  { browser, recipe, surroundings }: JourneyOptions
): Promise<void> {
  await closing(async (t) => {
    const { place, otherOrigin, holdsConnections, logLines } = surroundings
    const context = await browser.newContext()
    t.teardown(() => context.close())
    context.setDefaultTimeout(WAIT_MS)
    const complaints = noteComplaints(context)
    const sockets = noteSockets(context)
    const isLogin = (url: URL) => url.pathname === surroundings.loginPath
    const start = place.url + (recipe.opens ?? '/')
    const failedBefore = checks.counts.failed
    /** What follows a failure would wait for what never comes. */
    async function check(what: string, run: () => Promise<void>): Promise<void> {
      if (checks.counts.failed > failedBefore) checks.skip(`${title}: ${what}`, 'an earlier check failed')
      else await checks.check(`${title}: ${what}`, () => describing(context, logLines, run), CHECK_TIMEOUT_MS)
    }

    async function signIn(person: Person): Promise<Visit> {
      surroundings.advance(1)
      const page = await context.newPage()
      await page.goto(start)
      await page.waitForURL(isLogin)
      await signInAs(page, `${person}@example.com`, PASSWORD)
      await page.waitForURL((url) => url.origin === new URL(place.url).origin && !isLogin(url))
      return { t, context, page, url: place.url, person }
    }

    /** Whom the application takes the visitor for. */
    async function isKnown(visit: Visit): Promise<void> {
      if (recipe.whoIs === undefined) return
      const other = visit.person === 'ada' ? 'zoe' : 'ada'
      const said = (await recipe.whoIs(visit)).toLowerCase()
      match(said, new RegExp(visit.person))
      doesNotMatch(said, new RegExp(other))
    }

    /** In a page of its own: pages of the application may just be leaving by themselves. */
    async function isOut(): Promise<void> {
      const page = await context.newPage()
      await page.goto(start)
      await page.waitForURL(isLogin)
      await page.close()
    }

    const visits: Visit[] = []
    await check('one sign-in, and the application knows who it is', async () => {
      const ada = await signIn('ada')
      await isKnown(ada)
      equal(await ada.page.locator('input[type=password]:visible').count(), 0, 'no second sign-in')
      visits.push(ada)
    })
    const [first] = visits
    if (first === undefined) return
    await check('what it is for works', () => recipe.use(first))
    await check('the session is refreshed meanwhile, and it still works', async () => {
      const { refresh: before } = surroundings.provider.calls
      surroundings.advance(ID_TOKEN_SECONDS + 1)
      await recipe.use(first)
      await isKnown(first)
      ok(surroundings.provider.calls.refresh > before, 'refreshed')
    })
    await check('nothing red in the console, no warning in the log', async () => {
      const { knownComplaints = [], knownWarnings = [] } = recipe
      const isAmong = (known: readonly RegExp[], text: string) => known.some((pattern) => pattern.test(text))
      deepEqual(
        complaints.filter((one) => !isAmong(knownComplaints, one)),
        []
      )
      deepEqual(
        logLines().filter(({ level, msg }) => level !== 'info' && !isAmong(knownWarnings, String(msg))),
        []
      )
    })
    await check('identity headers of a visitor have no effect', async () => {
      await first.page.setExtraHTTPHeaders(forgedHeaders(surroundings))
      await first.page.goto(start)
      await isKnown(first)
      await first.page.setExtraHTTPHeaders({})
      const stranger = await browser.newContext({ extraHTTPHeaders: forgedHeaders(surroundings) })
      t.teardown(() => stranger.close())
      const page = await stranger.newPage()
      await page.goto(start)
      await page.waitForURL(isLogin)
    })
    const { api } = recipe
    if (api !== undefined)
      await check('a program with a bearer token reads its API, and without one it is refused', async () => {
        const { idToken } = await surroundings.provider.signIn('ada')
        const read = (token: string) => first.page.evaluate(fetchAs(place.url + api.path, token))
        match(String(await read(idToken)), api.says)
        match(String(await read(`${idToken.slice(0, -4)}AAAA`)), /^401 /)
      })
    await check('signed out at the application: it is closed, and so are its sockets', async () => {
      const watching = await first.context.newPage()
      await watching.goto(start)
      await recipe.use({ ...first, page: watching })
      await (recipe.signOut ?? followSignOut)(first)
      if (holdsConnections) await allClosed(sockets.get(watching))
      await isOut()
      await watching.close()
    })
    await first.page.close()
    await check('another person in the same browser is not taken for the first', async () => {
      const zoe = await signIn('zoe')
      await isKnown(zoe)
      await recipe.use(zoe)
      visits.push(zoe)
    })
    const [, second] = visits
    if (otherOrigin === null || second === undefined) return
    await check('signed out at another host: it is closed', async () => {
      const page = await context.newPage()
      await page.goto(otherOrigin)
      await page.getByRole('link', { name: 'Sign out' }).click()
      await page.waitForURL(isLogin)
      await isOut()
    })
  })
}

/** Adds to an error what the pages show and the gateway has logged. */
async function describing(
  context: BrowserContext,
  logLines: Surroundings['logLines'],
  run: () => Promise<void>
): Promise<void> {
  try {
    await run()
  } catch (err) {
    const lines = logLines().slice(-MAX_SHOWN_LINES)
    const shown = lines.map(({ msg, method, path, status, code, event }) =>
      JSON.stringify({ msg, method, path, status, code, event })
    )
    if (err instanceof Error) err.stack += `\n${shown.join('\n')}`
    for (const page of context.pages()) {
      const text = await page.evaluate('document.body.innerText').catch(() => 'nothing')
      if (err instanceof Error)
        err.stack += `\n${page.url()} shows: ${String(text).slice(0, MAX_SHOWN_CHARS)}`
    }
    throw err
  }
}

/** In a page: status and text for a program that has a token and no cookies. */
const fetchAs = (url: string, token: string) =>
  `fetch(${JSON.stringify(url)}, { credentials: 'omit', headers: { authorization: 'Bearer ${token}' } })
    .then(async (response) => response.status + ' ' + (await response.text()))`

/** By the link that an application can show. */
async function followSignOut({ page, url }: Visit): Promise<void> {
  await page.evaluate(`location.assign(${JSON.stringify(`${new URL(url).origin}/logout`)})`)
  await page.waitForURL((now) => now.pathname.endsWith('/login'))
}

/** The identity headers as a visitor would send them, with underscores too: WSGI and CGI read both as one. */
function forgedHeaders({ identityHeaders }: Surroundings): Record<string, string> {
  const names = identityHeaders.flatMap((name) => [name, name.replaceAll('-', '_')])
  return Object.fromEntries(names.map((name) => [name, 'zoe@example.com']))
}

/** Those of what a page shows now: sockets of a document that was left are not always seen to close. */
function noteSockets(context: BrowserContext): Map<Page, WebSocket[]> {
  const sockets = new Map<Page, WebSocket[]>()
  context.on('page', (page) => {
    // Applications also navigate within a document: that leaves its sockets open.
    let isLeaving = false
    page.on('request', (request) => {
      isLeaving ||= request.isNavigationRequest() && request.frame() === page.mainFrame()
    })
    page.on('framenavigated', (frame) => {
      if (!isLeaving || frame !== page.mainFrame()) return
      isLeaving = false
      sockets.set(page, [])
    })
    page.on('websocket', (socket) => void sockets.get(page)?.push(socket))
  })
  return sockets
}

async function allClosed(sockets: readonly WebSocket[] = []): Promise<void> {
  const open = sockets.filter((socket) => !socket.isClosed())
  await Promise.all(open.map((socket) => socket.waitForEvent('close')))
}
