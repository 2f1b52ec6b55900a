import { ADMIN_PAGES } from '#contract/admin-pages.ts'
import type { AdminPage, AdminRoom } from './admin-room.ts'
import { overviewRoom } from './overview/room.ts'
import { usersRoom } from './users/room.ts'
import { reviewsRoom } from './reviews/room.ts'
import { threatsRoom } from './threats/room.ts'
import { checksRoom } from './checks/room.ts'
import { auditRoom } from './audit/room.ts'
import { growthRoom } from './growth/room.ts'
import { salesRoom } from './sales/room.ts'
import { partnersRoom } from './partners/room.ts'
import { seoRoom } from './seo/room.ts'
import { documentationRoom } from './documentation/room.ts'
import { trainingRoom } from './training/room.ts'
import { complianceRoom } from './compliance/room.ts'
import { streamsRoom } from './streams/room.ts'
import { invoicingRoom } from './invoicing/room.ts'
import { statusRoom } from './status/room.ts'
import { operationsRoom } from './operations/room.ts'
import { tenantsRoom } from './tenants/room.ts'

/** Every room of the panel: entries in the sidebar and the palette, and addresses, follow from its line here. */
const ROOMS: readonly AdminRoom[] = [
  overviewRoom,
  usersRoom,
  reviewsRoom,
  threatsRoom,
  checksRoom,
  auditRoom,
  growthRoom,
  salesRoom,
  partnersRoom,
  seoRoom,
  documentationRoom,
  trainingRoom,
  complianceRoom,
  streamsRoom,
  invoicingRoom,
  statusRoom,
  operationsRoom,
  tenantsRoom,
]

const placeOf = ({ path }: AdminPage): number => ADMIN_PAGES.findIndex((page) => page.path === path)

/** Every page of the panel, in the order of `ADMIN_PAGES`. */
export const adminPages: readonly AdminPage[] = ROOMS.flat().toSorted((one, other) => placeOf(one) - placeOf(other))
