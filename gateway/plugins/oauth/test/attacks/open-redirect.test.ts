import t, { type Test } from 'tap'
import { words } from '../../../../test/fixtures/words.ts'
import {
  beginRequest,
  INITIAL_TOKEN,
  registerClient,
  startSignedIn,
  TOKEN_KEY
} from '../fixtures/authorization-server.ts'
import { serveClientDocuments, WITH_DOCUMENTS } from '../fixtures/client-documents.ts'

/** Clients of strangers get no visitor who has not decided; those that the operator has named get their errors. */

const BACK = 'https://notebook.example.com/callback'
const BYE = 'https://notebook.example.com/bye'
const ADDRESSES = { redirect_uris: [BACK, 'cursor://notebook/callback'], post_logout_redirect_uris: [BYE] }

async function start(t: Test) {
  const publish = await serveClientDocuments(t)
  const started = await startSignedIn(t, {
    ...WITH_DOCUMENTS,
    'paths.login': '/sign-in',
    [TOKEN_KEY]: INITIAL_TOKEN,
    'authorizationServer.clients': [
      { id: 'configured', redirectUris: ADDRESSES.redirect_uris, postLogoutRedirectUris: [BYE] }
    ]
  })
  const { gateway, origin, oidc } = started
  const metadata = { token_endpoint_auth_method: 'none', ...ADDRESSES }
  const { body } = await registerClient(gateway, origin, INITIAL_TOKEN, metadata)
  const registered = String(body.client_id)
  const address = async (clientId: string, more: Record<string, string | null> = {}) => {
    const { url } = await beginRequest(oidc, { client_id: clientId, redirect_uri: BACK, scope: 'openid' })
    const asked = new URL(url)
    for (const [name, value] of Object.entries(more))
      if (value === null) asked.searchParams.delete(name)
      else if (name === 'state') asked.searchParams.append(name, value)
      else asked.searchParams.set(name, value)
    return asked.href
  }
  return { ...started, known: ['configured', registered], document: publish(ADDRESSES), address }
}

/** Requests that are answered without a page of the gateway, by what they differ in. */
const REFUSED = words`
  prompt=none prompt=none&response_mode=fragment prompt=none&response_mode=form_post prompt=none&max_age=0
  prompt=unknown prompt=none+login scope=op"en scope=unknown response_type=token response_type=id_token
  response_type= response_mode=unknown response_mode=web_message code_challenge= code_challenge=x
  code_challenge_method=plain max_age=-1 id_token_hint=x resource=https://elsewhere.example/mcp resource=x
  request=x request_uri=urn:x registration=x state=twice
`
/** Parameters of a query; null: those that are missing. */
const readQuery = (text: string): Record<string, string | null> =>
  Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, value || null]))

t.test('error: a client of a document gets no visitor by it, signed in or not, others do', async (t) => {
  const { visitor, known, document, address, visit } = await start(t)
  for (const name of REFUSED)
    for (const someone of [visitor, await visit(null)]) {
      const more = readQuery(name)
      const page = await someone.go(await address(document, more))
      t.equal(page.status, 400, name)
      t.match(page.location, /^\/_auth\/oauth\/authorize/, name)
      t.match(page.text, '>https://notebook.example.com</a>', `${name}: the page names where it would lead`)
      t.notMatch(page.text, 'http-equiv', name)
      for (const id of known) {
        const twin = await someone.go(await address(id, more))
        const isPosted = more.response_mode === 'form_post'
        t.match(isPosted ? twin.text : twin.location, BACK, `twin: ${id} ${name}`)
        if (!isPosted) t.match(twin.location, /[?#&]error=/, `twin: ${id} ${name}`)
      }
    }
})

t.test('error: its page has a link with the error, as the client expects it', async (t) => {
  const { visitor, document, address } = await start(t)
  const linkOf = async (more: Record<string, string>) => {
    const { text } = await visitor.go(await address(document, more))
    const [, href = ''] = /href="([^"]*notebook[^"]*)"/.exec(text) ?? []
    return new URL(href.replaceAll('&amp;', '&'))
  }
  const { searchParams, hash } = await linkOf({ prompt: 'none' })
  t.equal(searchParams.get('error'), 'consent_required')
  t.ok(searchParams.get('state'))
  t.ok(searchParams.get('iss'))
  t.equal(hash, '')
  t.match((await linkOf({ prompt: 'none', response_mode: 'fragment' })).hash, /^#error=consent_required&/)
  const program = await linkOf({ redirect_uri: 'cursor://notebook/callback', prompt: 'none' })
  t.match(program.href, /^cursor:\/\/notebook\/callback\?error=/)
})

t.test('error: a visitor who has decided gets to the client, by its refusal and its consent', async (t) => {
  const { visitor, document, address } = await start(t)
  const page = await visitor.go(await address(document))
  const refused = await visitor.go(`${page.location}/refuse`, { method: 'POST' })
  t.match(refused.location, `${BACK}?error=access_denied`)
  const again = await visitor.go(await address(document))
  t.match((await visitor.allow(again)).location, `${BACK}?code=`)
})

t.test('error: what the gateway decides by itself on the way is no decision of the visitor', async (t) => {
  const { visitor, known, document, address } = await start(t)
  const acr = { acr_values: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor', max_age: '86400' }
  const page = await visitor.go(await address(document, acr))
  t.notMatch(page.location, BACK)
  const silent = await visitor.go(await address(document, { ...acr, prompt: 'none' }))
  t.equal(silent.status, 400)
  const twin = await visitor.go(await address(String(known[0]), { ...acr, prompt: 'none' }))
  t.match(twin.location, `${BACK}?error`)
})

t.test('sign-out: without a session, it leads on to clients that the operator has named alone', async (t) => {
  const { known, document, visit } = await start(t)
  const leave = async (id: string) => {
    const query = new URLSearchParams({ client_id: id, post_logout_redirect_uri: BYE, state: 'x' })
    return (await (await visit(null)).go(`/_auth/oauth/sign-out?${query}`)).location
  }
  t.equal(await leave(document), '/sign-in?reason=signed-out')
  t.equal((await (await visit(null)).go('/_auth/oauth/sign-out')).location, '/sign-in?reason=signed-out')
  for (const id of known) t.equal(await leave(id), `${BYE}?state=x`, `twin: ${id}`)
})
