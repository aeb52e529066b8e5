import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { gapIn, loadOnce, type Sdk, signIn } from '../src/auth/sign-in.ts'

const credentials = { email: 'ada@example.com', password: ' secret ' }

const acceptingSdk: Sdk = {
  signInWithPassword: async () => ({ kind: 'signed-in', idToken: 'id-token', refreshToken: 'refresh-token' })
}

/** A gateway that opens every session; gives the page's view of it and the bodies it saw. */
async function startGateway(t: Test) {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    bodies.push(body)
    response.end(JSON.stringify({ uid: 'u1', expiresAt: 1 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const session = `http://127.0.0.1:${(server.address() as AddressInfo).port}/_auth/session`
  return { paths: { login: '/login', logout: '/logout', session }, bodies }
}

const gaps: [email: string, password: string, code: string | null][] = [
  ['', '', 'page/email-missing'],
  ['', 'secret', 'page/email-missing'],
  ['ada', 'secret', 'page/email-malformed'],
  ['@example.com', 'secret', 'page/email-malformed'],
  ['ada@', 'secret', 'page/email-malformed'],
  ['a@b@c', 'secret', 'page/email-malformed'],
  ['ada@example.com', '', 'page/password-missing'],
  ['ada@example.com', ' ', null],
  ['ada@localhost', 'secret', null]
]

for (const [email, password, code] of gaps) {
  t.test(`credentials: "${email}" and "${password}", ${code ?? 'can be sent'}`, async (t) => {
    t.equal(gapIn({ email, password }), code)
  })
}

t.test('sign in: provider and gateway accept, opens the session and tells in between', async (t) => {
  const { paths, bodies } = await startGateway(t)
  const steps: string[] = []
  const sdk: Sdk = {
    signInWithPassword: async (given) => {
      steps.push('asked')
      t.same(given, credentials)
      return acceptingSdk.signInWithPassword(given)
    }
  }
  const answer = await signIn(
    async () => sdk,
    { paths, handover: false },
    credentials,
    () => {
      steps.push(`told, ${bodies.length} calls`)
    }
  )
  t.same(answer, { kind: 'opened' })
  t.same(steps, ['asked', 'told, 0 calls'])
  t.same(bodies, [''])
})

t.test('sign in: handover, passes the refresh token on', async (t) => {
  const { paths, bodies } = await startGateway(t)
  await signIn(
    async () => acceptingSdk,
    { paths, handover: true },
    credentials,
    () => {}
  )
  t.same(bodies, ['{"refreshToken":"refresh-token"}'])
})

t.test('sign in: provider refuses, does not ask the gateway', async (t) => {
  const { paths, bodies } = await startGateway(t)
  const sdk: Sdk = { signInWithPassword: async () => ({ kind: 'refused', code: 'auth/wrong-password' }) }
  const answer = await signIn(
    async () => sdk,
    { paths, handover: false },
    credentials,
    () => t.fail('told of a sign-in that did not happen')
  )
  t.same(answer, { kind: 'refused', code: 'auth/wrong-password', reference: null })
  t.same(bodies, [])
})

t.test('sign in: SDK cannot be loaded, is unreachable', async (t) => {
  const { paths } = await startGateway(t)
  const load = async () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  }
  const answer = await signIn(load, { paths, handover: false }, credentials, () => {})
  t.same(answer, { kind: 'refused', code: 'page/unreachable', reference: null })
})

t.test('sign in: fault inside the SDK, is thrown', async (t) => {
  const { paths } = await startGateway(t)
  const sdk: Sdk = {
    signInWithPassword: async () => {
      throw new RangeError('bug')
    }
  }
  await t.rejects(
    signIn(
      async () => sdk,
      { paths, handover: false },
      credentials,
      () => {}
    ),
    RangeError
  )
})

t.test('load once: called twice, loads once', async (t) => {
  let loads = 0
  const load = loadOnce(async () => {
    loads++
    return acceptingSdk
  })
  t.equal(await load(), await load())
  t.equal(loads, 1)
})

t.test('load once: failed before, loads again', async (t) => {
  let loads = 0
  const load = loadOnce(async () => {
    if (++loads === 1) throw new TypeError('offline')
    return acceptingSdk
  })
  await t.rejects(load(), TypeError)
  t.equal(await load(), acceptingSdk)
  t.equal(loads, 2)
})
