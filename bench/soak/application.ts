import {
  type StreamingApplication,
  startStreamingApplication
} from '../../gateway/test/fixtures/wire/streaming-application.ts'

const TICK_MS = 500
const PADDING = 'x'.repeat(900)

/** What the application answers with. */
export interface Page {
  /** The caller's identity from the gateway; empty: anonymous. */
  user: string
  /** Of the body that came. */
  bytes: number
}

/** The application behind the gateways: pages that say for whom they are, uploads, an event stream and WebSockets. */
export function startApplication(): Promise<StreamingApplication> {
  return startStreamingApplication({
    tickMs: TICK_MS,
    response(request, response, bytes) {
      const page: Page = { user: String(request.headers['x-forwarded-user'] ?? ''), bytes }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ...page, padding: PADDING }))
    }
  })
}
