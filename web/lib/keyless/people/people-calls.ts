import { exportPeople, listPeople } from './people.ts'

/** People of the organisation, a page at a time, and as a file. */
export const peopleCalls = { list: listPeople, export: exportPeople }
