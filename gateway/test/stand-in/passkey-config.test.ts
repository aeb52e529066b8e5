import t, { type Test } from 'tap'
import { PASSKEYS } from '../fixtures/stand-in-passkeys.ts'
import { type Answer, requestAccessToken, send, start } from './requests.ts'

async function open(t: Test) {
  const standIn = await start(t, { tenants: ['acme-x1'] })
  const { body } = await requestAccessToken(standIn)
  const base = `${standIn.endpoints.identityToolkit}/v2/projects/demo-gate`
  const headers = { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' }
  const get = (parent = ''): Promise<Answer> => send(`${base}${parent}/passkeyConfig`, { headers })
  const patch = (config: unknown, parent = ''): Promise<Answer> =>
    send(`${base}${parent}/passkeyConfig?updateMask=rpId,expectedOrigins`, {
      method: 'PATCH',
      headers,
      body: JSON.stringify(config)
    })
  return { standIn, base, get, patch }
}

t.test('stand-in passkey settings: none, 404; set once, read again; RP ID stays as it is', async (t) => {
  const { get, patch } = await open(t)
  t.equal((await get()).status, 404)
  t.equal((await patch({ rpId: 'example.com', expectedOrigins: [] })).status, 400)
  t.equal((await patch(PASSKEYS)).status, 200)
  t.match((await get()).body, { name: /^projects\/\d{12}\/passkeyConfig$/, ...PASSKEYS })
  t.equal((await patch({ ...PASSKEYS, rpId: 'example.org' })).status, 400)
  const origins = { rpId: 'example.com', expectedOrigins: ['https://www.example.com'] }
  t.match((await patch(origins)).body, origins)
})

t.test(
  'stand-in passkey settings: of a tenant, beside those of the project; unknown tenant refused',
  async (t) => {
    const { get, patch } = await open(t)
    await patch(PASSKEYS)
    const tenant = '/tenants/acme-x1'
    t.equal((await get(tenant)).status, 404)
    await patch({ ...PASSKEYS, rpId: 'acme.example' }, tenant)
    t.match((await get(tenant)).body, { rpId: 'acme.example' })
    t.match((await get()).body, { rpId: 'example.com' })
    t.equal((await get('/tenants/other')).status, 400)
  }
)

t.test('stand-in passkey settings: without an administrator, refused', async (t) => {
  const { base } = await open(t)
  t.equal((await send(`${base}/passkeyConfig`)).status, 403)
})
