import type { LoginPageConfig } from '../config/partial-config.ts'
import { createLoginPreview } from '../login-page/preview.ts'

/** A preview that listens on loopback. */
export interface RunningPreview {
  url: string
  close(): Promise<void>
}

/** Shows the login page of this configuration in every state. `port`: 0 picks a free one. Rejects when it cannot be bound. */
export async function startPreview(config: LoginPageConfig, port: number): Promise<RunningPreview> {
  const app = await createLoginPreview(config)
  return { url: await app.listen({ host: '127.0.0.1', port }), close: () => app.close() }
}
