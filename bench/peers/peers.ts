import type { Peer } from './peer.ts'
import { apache } from './programs/apache.ts'
import { fastifyRoute, undiciDispatch } from './programs/bare.ts'
import { gatehouse } from './programs/gatehouse.ts'
import { nginxAskingGatehouse, nginxProxy } from './programs/nginx.ts'
import { oathkeeper } from './programs/oathkeeper.ts'
import { nginxAskingOauth2Proxy, oauth2Proxy } from './programs/oauth2-proxy.ts'
import { traefikAskingTinyauth } from './programs/tinyauth.ts'
import { traefikAskingGatehouse } from './programs/traefik.ts'
import { nginxAskingVouch } from './programs/vouch.ts'

/** The row that all others are compared with. */
export const OURS = 'Gatehouse'

/** Everything that is compared. `workers`: processes of the row with several; `node`: path of another Node.js for a row of its own. */
export function listPeers({ workers, node }: { workers: number; node: string | null }): Peer[] {
  return [
    gatehouse(OURS),
    withWorkers(workers),
    ...(node === null ? [] : [gatehouse(`${OURS}, other Node.js`, { node })]),
    nginxAskingGatehouse,
    traefikAskingGatehouse,
    oauth2Proxy,
    nginxAskingOauth2Proxy,
    nginxAskingVouch,
    traefikAskingTinyauth,
    oathkeeper,
    apache,
    nginxProxy,
    undiciDispatch,
    fastifyRoute
  ]
}

function withWorkers(count: number): Peer {
  return gatehouse(`${OURS}, ${count} workers`, { variables: { GATEHOUSE_WORKERS: String(count) } })
}
