import { keywordsRoom } from './keywords/room.ts'
import { overviewRoom } from './overview/room.ts'
import { analyticsRoom } from './analytics/room.ts'
import { contentRoom } from './content/room.ts'
import { modelsRoom } from './models/room.ts'
import { socialRoom } from './social/room.ts'
import { STUDIO_TABS, type StudioRoom } from './studio-room.ts'

/** Every room of the studio: its tab, its address, its card and its entry in the palette follow from its line here. */
const ROOMS: readonly StudioRoom[] = [overviewRoom, keywordsRoom, contentRoom, socialRoom, analyticsRoom, modelsRoom]

/** In the order of the tabs. */
export const studioRooms: readonly StudioRoom[] = ROOMS.toSorted(
  (one, other) => STUDIO_TABS.indexOf(one.tab) - STUDIO_TABS.indexOf(other.tab),
)
