import type { SchemePicture } from '#web/ui/site/product-picture.tsx'
import auditDark from './pictures/audit-log-dark.webp'
import auditLight from './pictures/audit-log-light.webp'
import filesDark from './pictures/files-dark.webp'
import filesLight from './pictures/files-light.webp'
import phoneDark from './pictures/files-phone-dark.webp'
import phoneLight from './pictures/files-phone-light.webp'
import requestDark from './pictures/request-dark.webp'
import requestLight from './pictures/request-light.webp'
import securityDark from './pictures/security-dark.webp'
import securityLight from './pictures/security-light.webp'

/** What `npm run gallery -- --product` took, with the sizes it takes them in (`scripts/gallery/product-pictures.ts`). */
const PAGE = { width: 784, height: 620 }
const PHONE = { width: 390, height: 720 }

export const filesPicture: SchemePicture = { light: filesLight, dark: filesDark, width: 1440, height: 860 }
export const filesOnPhone: SchemePicture = { light: phoneLight, dark: phoneDark, ...PHONE }
export const auditPicture: SchemePicture = { light: auditLight, dark: auditDark, ...PAGE }
export const securityPicture: SchemePicture = { light: securityLight, dark: securityDark, ...PAGE }
export const requestPicture: SchemePicture = { light: requestLight, dark: requestDark, ...PHONE }
