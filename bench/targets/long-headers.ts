import { createServer } from 'node:http'
import { createBareProxy } from '../fixture/bare-proxy.ts'
import { HEADERS_OF_GATEWAY } from '../fixture/gateway-headers.ts'

/** The reference of the budget, with requests as long as those of the gateway. */
const [, , port, origin = ''] = process.argv
const server = createServer(createBareProxy(origin, HEADERS_OF_GATEWAY))
server.keepAliveTimeout = 60_000
server.listen(Number(port), '127.0.0.1')
