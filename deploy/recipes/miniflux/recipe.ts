import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readGoVersion } from '../install.ts'
import type { Recipe } from '../recipe.ts'

/** With the database beside it. PostgreSQL refuses to run as root. */
const START = `
as_postgres=
if [ "$(id -u)" = 0 ]; then
  as_postgres='setpriv --reuid=postgres --regid=postgres --clear-groups'
  chmod 711 .
  chown postgres db
fi
$as_postgres initdb --pgdata=db/data --username=miniflux --auth=trust
$as_postgres postgres -D db/data -k "$PWD/db" -h '' &
database=$!
until pg_isready --host="$PWD/db" --quiet; do sleep 0.2; done
psql --host="$PWD/db" --username=miniflux --command='CREATE DATABASE miniflux' postgres
"$0" -config-file miniflux.conf -migrate
"$0" -config-file miniflux.conf &
trap 'kill $! $database; wait' TERM
wait
`

export const recipe: Recipe = {
  source: { kind: 'go' },
  async start({ folder, copy, program, run }) {
    copy('miniflux.conf')
    mkdirSync(join(folder, 'db'))
    await run('sh', ['-ec', START, program('miniflux.app')], {
      DATABASE_URL: `user=miniflux dbname=miniflux host=${folder}/db`
    })
  },
  version: (place) => readGoVersion(place, 'miniflux.app'),
  async whoIs({ page, url }) {
    await page.goto(`${url}/keys`)
    return await page.locator('main').innerText()
  },
  async use({ page, url }) {
    const title = `Category ${Date.now()}`
    await page.goto(`${url}/category/create`)
    await page.locator('#form-title').fill(title)
    await page.locator('main form button[type=submit]').click()
    await page.getByRole('link', { name: title }).first().waitFor()
  },
  // Its service worker asks the network first.
  knownWarnings: [/^service worker of the application: it must leave/]
}
