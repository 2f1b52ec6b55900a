import { listPeople } from './people.ts'

/** People of the organisation, a page at a time. */
export const peopleCalls = { list: listPeople }
