import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { problemOf } from './auth/errors.ts'
import { loadOnce } from './auth/sign-in.ts'
import { readPageConfig } from './page-config.ts'
import { Problem } from './screens/problem.tsx'
import { Card } from './ui/card.tsx'

const page = document.getElementById('page')
if (page === null) throw new Error('index.html has no element with the id "page"')

const reading = readPageConfig(document.getElementById('gatehouse-config')?.textContent ?? '')
const root = createRoot(page)

if (reading.kind === 'ok') {
  const { config } = reading
  const loadSdk = loadOnce(async () => {
    const { connect } = await import('./auth/sdk.ts')
    return connect(config, document.documentElement.lang)
  })
  root.render(<App config={config} loadSdk={loadSdk} />)
} else {
  root.render(
    <Card brandName={null} contactUrl={null}>
      <Problem problem={problemOf('page/config', `config ${reading.field}`)} />
    </Card>
  )
}
