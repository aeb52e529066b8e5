import type { Plugin } from '../src/commands/command-line/command.ts'
import { accountPagePlugin } from './account-page/plugin.ts'
import { accountsPlugin } from './accounts/plugin.ts'
import { clientSdkPlugin } from './client-sdk/plugin.ts'
import { demoPlugin } from './demo/plugin.ts'
import { devDrawerPlugin } from './dev-drawer/plugin.ts'
import { deviceBindingPlugin } from './device-binding/plugin.ts'
import { doctorPlugin } from './doctor/plugin.ts'
import { explainPlugin } from './explain/plugin.ts'
import { googlePlugin } from './google/plugin.ts'
import { grpcPlugin } from './grpc/plugin.ts'
import { oauthPlugin } from './oauth/plugin.ts'
import { opentelemetryPlugin } from './opentelemetry/plugin.ts'
import { previewPlugin } from './preview/plugin.ts'
import { storePlugin } from './store/plugin.ts'
import { workersPlugin } from './workers/plugin.ts'

/** All plugins. To leave one out, delete its folder and its line here. */
export const PLUGINS: readonly Plugin[] = [
  doctorPlugin,
  explainPlugin,
  previewPlugin,
  demoPlugin,
  accountsPlugin,
  workersPlugin,
  storePlugin,
  googlePlugin,
  grpcPlugin,
  accountPagePlugin,
  clientSdkPlugin,
  devDrawerPlugin,
  deviceBindingPlugin,
  oauthPlugin,
  opentelemetryPlugin
]
