import { z } from 'zod'

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]{2,}$/, 'A domain is malformed')

const mapping = z.object({
  keys: z
    .record(
      z.string().max(64),
      z.object({
        name: z.string().max(256).optional(),
        names: z.array(z.string().max(256)).max(10).optional(),
        default: z.union([z.string().max(300), z.number(), z.boolean()]).optional(),
        array: z.boolean().optional(),
      }),
    )
    .optional(),
})

const fields = {
  metadata_url: z.url({ protocol: /^https?$/ }).nullish(),
  metadata_xml: z.string().min(1).nullish(),
  domains: z.array(domain).max(100).nullish(),
  attribute_mapping: mapping.nullish(),
  name_id_format: z.string().startsWith('urn:oasis:names:tc:SAML:').max(128).nullish(),
  resource_id: z.string().min(1).max(255).nullish(),
}
export const createBody = z.object({ type: z.literal('saml', 'Only the type saml is supported'), ...fields })
export const changeBody = z.object(fields)
export type SsoProviderInput = z.output<typeof changeBody>
export const listQuery = z.object({ resource_id: z.string().max(255).optional() })
