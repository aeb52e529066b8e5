import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Recipe } from '../recipe.ts'

const DAG = `from airflow.sdk import dag, task


@dag(schedule=None, is_paused_upon_creation=False)
def hello():
    @task
    def greet():
        print("Hello")

    greet()


hello()
`
/** A task starts Python several times. */
const RUN_TIMEOUT_MS = 60_000

export const recipe: Recipe = {
  source: { kind: 'python' },
  knownComplaints: [
    // Its page asks, and goes to its sign-in when it is refused.
    /status of 401 \(Unauthorized\) \S+\/ui\/config$/,
    // Its page asks for what the role may not see.
    /status of 403 \(Forbidden\) \S+\/api\/v2\/plugins(\/importErrors)?$/
  ],
  async start({ port, folder, copy, program, run, runOnce }) {
    const lines = readFileSync(copy('airflow.env'), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
    const env = {
      ...Object.fromEntries([...lines].map(([, name, value]) => [name, value])),
      AIRFLOW_HOME: folder,
      AIRFLOW__CORE__LOAD_EXAMPLES: 'False',
      AIRFLOW__API__WORKERS: '1'
    }
    copy('webserver_config.py')
    mkdirSync(join(folder, 'config'))
    renameSync(copy('gatehouse_auth.py'), join(folder, 'config', 'gatehouse_auth.py'))
    mkdirSync(join(folder, 'dags'))
    writeFileSync(join(folder, 'dags', 'hello.py'), DAG)
    const airflow = program('airflow')
    await runOnce(airflow, ['db', 'migrate'], env)
    // Instead of a DAG processor.
    await runOnce(airflow, ['dags', 'reserialize'], env)
    await run(airflow, ['api-server', '--host=127.0.0.1', `--port=${port}`, '--proxy-headers'], env)
    await run(airflow, ['scheduler'], env)
  },
  async version({ program, runOnce }) {
    return (await runOnce(program('airflow'), ['version'])).trim()
  },
  async whoIs({ page }) {
    await page.getByRole('button', { name: 'User' }).waitFor()
    return String(await page.evaluate("fetch('/ui/auth/me').then((response) => response.text())"))
  },
  async use({ page, url }) {
    page.setDefaultTimeout(RUN_TIMEOUT_MS)
    await page.goto(`${url}/dags/hello`)
    await page.getByTestId('trigger-dag-button').click()
    await page.getByTestId('trigger-dag-submit').click()
    await page.waitForURL(/\/runs\//)
    await page.getByText('Success').first().waitFor()
  },
  async signOut({ page }) {
    await page.getByRole('button', { name: 'User' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.waitForURL((now) => now.pathname.endsWith('/login') && !now.pathname.includes('/auth/'))
  }
}
