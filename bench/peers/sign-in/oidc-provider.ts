import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { exportJWK, generateKeyPair, type JWK, jwtVerify, SignJWT } from 'jose'

/** The OpenID Connect provider of the peers: everybody is signed in at once, each time as somebody new. Loopback alone. */
export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>

/** The answer of the token endpoint. */
export interface Tokens {
  access_token: string
  id_token: string
  refresh_token: string
  token_type: 'Bearer'
  expires_in: number
}

interface Grant {
  subject: string
  redirectUri: string
  challenge: string
  nonce: string | null
}

/** An answer of the token endpoint that refuses, with the code of RFC 6749, section 5.2. */
class Refusal extends Error {
  readonly statusCode: number
  constructor(code: string, statusCode = 400) {
    super(code)
    this.statusCode = statusCode
  }
}

const CLIENT_ID = 'bench'
const ALGORITHM = 'RS256'

/** Starts it. Codes are good once, for one redirect URI, with PKCE (S256); refresh tokens stay the same. */
export async function startOidcProvider() {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM)
  const kid = randomBytes(8).toString('hex')
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: ALGORITHM, use: 'sig' }
  const codes = new Map<string, Grant>()
  const subjects = new Map<string, string>()
  let users = 0

  const sign = (subject: string, claims: Record<string, unknown>) =>
    new SignJWT({ ...describe(subject), ...claims })
      .setProtectedHeader({ alg: ALGORITHM, kid })
      .setIssuer(provider.issuer)
      .setSubject(subject)
      .setAudience(CLIENT_ID)
      .setIssuedAt()
      .setExpirationTime(`${provider.tokenSeconds}s`)
      .sign(privateKey)

  async function issue(subject: string, refreshToken: string, nonce: string | null): Promise<Tokens> {
    return {
      access_token: await sign(subject, { scope: 'openid email profile' }),
      id_token: await sign(subject, nonce === null ? {} : { nonce }),
      refresh_token: refreshToken,
      token_type: 'Bearer',
      expires_in: provider.tokenSeconds
    }
  }

  function startSession(subject: string): string {
    const refreshToken = randomBytes(24).toString('base64url')
    subjects.set(refreshToken, subject)
    return refreshToken
  }

  async function answerToken(form: URLSearchParams): Promise<Tokens> {
    if (form.get('grant_type') === 'refresh_token') {
      const refreshToken = form.get('refresh_token') ?? ''
      const subject = subjects.get(refreshToken)
      provider.refreshes += 1
      await wait(provider.tokenDelayMs)
      if (subject === undefined) throw new Refusal('invalid_grant')
      return await issue(subject, refreshToken, null)
    }
    if (form.get('grant_type') !== 'authorization_code') throw new Refusal('unsupported_grant_type')
    const code = form.get('code') ?? ''
    const grant = codes.get(code)
    codes.delete(code)
    if (grant === undefined || !isGoodFor(grant, form)) throw new Refusal('invalid_grant')
    return await issue(grant.subject, startSession(grant.subject), grant.nonce)
  }

  const app = createApp()
  app.get('/.well-known/openid-configuration', () => describeProvider(provider.issuer))
  app.get('/jwks', () => ({ keys: [jwk] }))
  app.get('/authorize', (request, reply) => {
    const { grant, back } = readAuthorization(request, `user-${users++}`)
    const code = randomBytes(24).toString('base64url')
    codes.set(code, grant)
    back.searchParams.set('code', code)
    return reply.redirect(back.href, 302)
  })
  app.post('/token', (request, reply) => {
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
    if (!isClient(request, form, provider.clientSecret)) throw new Refusal('invalid_client', 401)
    reply.header('cache-control', 'no-store')
    return answerToken(form)
  })
  app.get('/userinfo', async (request) => {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const { payload } = await jwtVerify(token, publicKey, { issuer: provider.issuer }).catch(() => {
      throw new Refusal('invalid_token', 401)
    })
    return { sub: payload.sub, ...describe(payload.sub ?? '') }
  })
  const address = await app.listen({ host: '127.0.0.1', port: 0 })

  const provider = {
    issuer: address,
    clientId: CLIENT_ID,
    clientSecret: randomBytes(24).toString('base64url'),
    /** How long tokens live that are handed out from now on; default 3600. */
    tokenSeconds: 3600,
    /** How long each answer of the token endpoint takes; default 0. */
    tokenDelayMs: 0,
    /** Requests for new tokens by a refresh token that were received. */
    refreshes: 0,
    /** Tokens of somebody new, without a browser. */
    issueTokens(): Promise<Tokens> {
      const subject = `user-${users++}`
      return issue(subject, startSession(subject), null)
    },
    close: (): Promise<void> => app.close()
  }
  return provider
}

function createApp(): FastifyInstance {
  const app = fastify({ forceCloseConnections: true })
  const parse = (_: FastifyRequest, body: string) => Promise.resolve(new URLSearchParams(body))
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, parse)
  app.setErrorHandler((err: Error, _, reply) => {
    const { statusCode } = err instanceof Refusal ? err : { statusCode: 500 }
    return reply.code(statusCode).send({ error: err.message })
  })
  return app
}

function describeProvider(issuer: string): Record<string, unknown> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['openid', 'email', 'profile']
  }
}

function describe(subject: string): Record<string, unknown> {
  return {
    email: `${subject}@example.com`,
    email_verified: true,
    name: 'Ada Bench',
    preferred_username: subject
  }
}

function readAuthorization({ query }: FastifyRequest, subject: string): { grant: Grant; back: URL } {
  const asked = new URLSearchParams(query as Record<string, string>)
  const redirectUri = asked.get('redirect_uri') ?? ''
  const back = URL.parse(redirectUri)
  const challenge = asked.get('code_challenge') ?? ''
  if (asked.get('client_id') !== CLIENT_ID || asked.get('response_type') !== 'code')
    throw new Refusal('invalid_request')
  if (back === null || !/^(127\.0\.0\.1|([\w-]+\.)*localhost)$/.test(back.hostname))
    throw new Refusal('invalid_request')
  if (challenge === '' || asked.get('code_challenge_method') !== 'S256') throw new Refusal('invalid_request')
  const state = asked.get('state')
  if (state !== null) back.searchParams.set('state', state)
  return { grant: { subject, redirectUri, challenge, nonce: asked.get('nonce') }, back }
}

function isGoodFor({ redirectUri, challenge }: Grant, form: URLSearchParams): boolean {
  const verifier = form.get('code_verifier') ?? ''
  const expected = createHash('sha256').update(verifier).digest('base64url')
  return form.get('redirect_uri') === redirectUri && expected === challenge
}

/** By `client_secret_basic` or `client_secret_post`. */
function isClient({ headers }: FastifyRequest, form: URLSearchParams, secret: string): boolean {
  const encoded = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined)
    return form.get('client_id') === CLIENT_ID && form.get('client_secret') === secret
  return Buffer.from(encoded, 'base64').toString() === `${CLIENT_ID}:${secret}`
}
