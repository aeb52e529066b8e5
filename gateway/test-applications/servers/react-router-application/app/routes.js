import { index, prefix, route } from '@react-router/dev/routes'

const PLAIN = ['public/page', 'hello', 'administration', 'secrets', 'grün/wiese', 'a/b/open']

export default [
  index('plain.jsx'),
  ...PLAIN.map((path) => route(path, 'plain.jsx', { id: path })),
  ...prefix('admin', [index('admin.jsx', { id: 'admin' }), route('panel', 'admin.jsx', { id: 'panel' })]),
  route('secret', 'secret.jsx'),
  route('büro/:page', 'office.jsx'),
  route('a/b/private/*', 'private.jsx')
]
