import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Figure, figure, MEBIBYTE, type Plan } from '../figures.ts'
import type { Running } from '../fixture/child-process.ts'
import { type RunningGateway, withGateway } from '../fixture/gateway.ts'
import type { BenchProvider } from '../fixture/provider.ts'

const SAMPLE_MS = 50
/** What a process may take on while a stream of any size passes: socket buffers, and the heap's own slack. */
const CONSTANT_MIB = 64
const CHUNK = Buffer.alloc(64 * 1024, 'x')

/** One long download and one long upload: how fast they pass, and what the gateway holds of them meanwhile. */
export function measureStreaming(provider: BenchProvider, { streamBytes: bytes }: Plan): Promise<Figure[]> {
  return withGateway(provider, async ({ gateway, headers }) => [
    ...(await watch('download', gateway, bytes, () => download(gateway.url, headers, bytes))),
    ...(await watch('upload', gateway, bytes, () => upload(gateway.url, headers, bytes)))
  ])
}

async function watch(
  name: string,
  gateway: Running,
  bytes: number,
  transfer: () => Promise<void>
): Promise<Figure[]> {
  const before = await gateway.usageCollected()
  let peak = before.rssBytes
  const sample = async () => {
    peak = Math.max(peak, (await gateway.usage()).rssBytes)
  }
  const timer = setInterval(() => void sample(), SAMPLE_MS)
  const startedAt = performance.now()
  await transfer().finally(() => clearInterval(timer))
  const seconds = (performance.now() - startedAt) / 1000
  await sample()
  const what = `${name} of ${bytes / MEBIBYTE} MiB`
  const growth = (peak - before.rssBytes) / MEBIBYTE
  return [
    figure(`${what}: throughput`, 'MiB/s', [bytes / MEBIBYTE / seconds]),
    figure(`${what}: growth of the process`, 'MiB', [growth], { under: CONSTANT_MIB })
  ]
}

async function download(url: string, headers: RunningGateway['headers'], bytes: number): Promise<void> {
  const res = await send(`${url}/download?bytes=${bytes}`, { headers }, [])
  let received = 0
  for await (const chunk of res) received += (chunk as Buffer).length
  if (received !== bytes) throw new Error(`download: ${received} of ${bytes} bytes`)
}

async function upload(url: string, headers: RunningGateway['headers'], bytes: number): Promise<void> {
  const framed = { ...headers, 'content-type': 'application/octet-stream', 'content-length': bytes }
  const chunks = Array.from({ length: bytes / CHUNK.length }, () => CHUNK)
  const res = await send(`${url}/upload`, { method: 'POST', headers: framed }, chunks)
  let text = ''
  for await (const chunk of res) text += String(chunk)
  if (text !== JSON.stringify({ bytes })) throw new Error(`upload: the application got ${text}`)
}

async function send(url: string, options: RequestOptions, body: readonly Buffer[]): Promise<IncomingMessage> {
  const req = request(url, { ...options, agent: false })
  const answered = once(req, 'response')
  await pipeline(Readable.from(body), req)
  const [res]: IncomingMessage[] = await answered
  if (res?.statusCode !== 200) throw new Error(`${url}: status ${res?.statusCode}`)
  return res
}
