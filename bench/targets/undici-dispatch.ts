import { createServer } from 'node:http'
import { createBareProxy } from '../fixture/bare-proxy.ts'

/** The reference of the budget. */
const [, , port, origin = ''] = process.argv
const server = createServer(createBareProxy(origin))
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
