import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createAccessTokens } from './access-tokens.ts'
import { createAuthenticators } from './authenticators.ts'
import { createMailCodes } from './mail-codes.ts'
import { answerSettings } from './project-settings.ts'
import { type Json, type ProviderCall, type ProviderResponse, passOn } from './provider-call.ts'

/** A server in front of the emulator that adds what the emulator lacks and forwards everything else. */
export type ProviderFront = Awaited<ReturnType<typeof startProviderFront>>

/** Providers whose emails count as unverified, so that an account with the email is not taken over. */
const UNPROVEN_PROVIDERS = new Set(['github.com'])

/** Starts the server in front of the emulator at `emulatorHost` (`host:port`). */
export async function startProviderFront(emulatorHost: string) {
  const authenticators = createAuthenticators(emulatorHost)
  const mailCodes = createMailCodes(emulatorHost)
  const accessTokens = createAccessTokens()

  async function answerCall(asked: ProviderCall): Promise<ProviderResponse> {
    const call = accessTokens.translate(asked)
    const own =
      answerSettings(call) ?? (await mailCodes.response(call)) ?? (await authenticators.response(call))
    const answer = own ?? (await passOn(emulatorHost, call))
    return authenticators.relabel(accessTokens.mark(call, mendPage(call, answer)))
  }

  const server = createServer((request, response) => {
    readCall(request)
      .then(answerCall)
      .then(({ status, headers, bytes }) => {
        response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes)
      })
      .catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    /** `localhost:port`, so that its pages are same-site with a gateway on localhost. */
    host: `localhost:${port}`,
    authenticators,
    mailCodes,
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}

async function readCall(request: IncomingMessage): Promise<ProviderCall> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const { method = 'GET', url: target = '/', headers } = request
  const [path = '/'] = target.split('?')
  return { method, path, target, headers, bytes, body: readBody(bytes) }
}

function readBody(bytes: Buffer): Json {
  try {
    return { ...JSON.parse(bytes.toString('utf8')) }
  } catch {
    return {}
  }
}

/** Pages of the emulator, adapted to behave like those of the provider. */
function mendPage({ path, target }: ProviderCall, answer: ProviderResponse): ProviderResponse {
  const providerId = new URLSearchParams(target.split('?')[1]).get('providerId')
  if (path === '/emulator/auth/iframe') return changeText(answer, toleratePartition)
  if (path === '/emulator/auth/handler' && UNPROVEN_PROVIDERS.has(String(providerId)))
    return changeText(answer, (page) => page.replace('email_verified: true', 'email_verified: false'))
  return answer
}

/** Without storage, as in a cross-site frame, the provider reports an empty result; the emulator throws. */
function toleratePartition(page: string): string {
  return page
    .replace(
      /var storedEvent = (sessionStorage\[.*\]);/,
      'var storedEvent; try { storedEvent = $1 } catch (_) {}'
    )
    .replace(/delete (sessionStorage\[.*\]);/, 'try { delete $1 } catch (_) {}')
}

function changeText(answer: ProviderResponse, change: (text: string) => string): ProviderResponse {
  return { ...answer, bytes: Buffer.from(change(answer.bytes.toString('utf8'))) }
}
