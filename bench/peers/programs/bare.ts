import { compiled } from '../../fixture/child-process.ts'
import type { Peer, Surroundings } from '../peer.ts'
import { runProgram } from '../program.ts'

/** A proxy of undici's `dispatch` that checks nothing. */
export const undiciDispatch = bare('undici dispatch', 'a proxy of this bench; checks nothing', {
  path: 'targets/undici-dispatch.js',
  argument: ({ upstreamUrl }) => upstreamUrl
})

/** One route that answers by itself what the application does. */
export const fastifyRoute = bare('Fastify route', 'answers by itself, without an application', {
  path: 'targets/fastify-route.js',
  argument: ({ upstreamBody }) => upstreamBody
})

interface Target {
  path: string
  argument(surroundings: Surroundings): string
}

function bare(name: string, about: string, { path, argument }: Target): Peer {
  return {
    name,
    about,
    checks: false,
    noRefresh: 'it checks nothing',
    find: () => process.version,
    async start(surroundings) {
      const { port, folder } = surroundings
      const args = [compiled(path), String(port), argument(surroundings)]
      const { pid, close } = await runProgram({ program: process.execPath, args, port, folder })
      return { pids: [pid], commands: [`node dist/bench/${path}`], signIn: async () => '', close }
    }
  }
}
