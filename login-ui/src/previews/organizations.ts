import type { PageConfig } from '../page-config.ts'
import { everyMethod, type Preview, preview, signIn } from './preview.ts'

const choose = [
  { id: 'north', name: 'Acme North' },
  { id: 'south', name: 'Acme South' },
  { id: 'partners', name: 'Partners' }
]
const tenants: Partial<PageConfig> = { tenant: { id: null, choose, byEmailDomain: {} } }
const manyTenants: Partial<PageConfig> = {
  tenant: {
    id: null,
    choose: ['North', 'South', 'East', 'West', 'Zürich', 'Łódź', 'القاهرة', 'Partners'].map((name, at) => ({
      id: `tenant-${at}`,
      name: `Acme ${name}`
    })),
    byEmailDomain: {}
  }
}

const tenantsByDomain: Partial<PageConfig> = {
  tenant: { id: null, choose, byEmailDomain: { 'acme.example': 'north' } }
}

/** Choosing an organization. */
export const organizationPreviews: readonly Preview[] = [
  preview('tenant', { name: 'tenant' }, { patch: { ...everyMethod, ...tenants } }),
  preview('tenant-many', { name: 'tenant' }, { patch: { ...everyMethod, ...manyTenants } }),
  preview('tenant-asked', { name: 'tenant' }, { patch: { ...everyMethod, ...tenantsByDomain } }),
  preview('sign-in-tenant-chosen', signIn, { patch: { ...everyMethod, ...tenants }, tenant: 'north' })
]
