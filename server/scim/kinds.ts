import type { QueryResultRow } from 'pg'
import type { Transaction } from '../db/database.ts'
import { addGroup, changeGroup, changeUser, provision, removeGroup, removeUser, type Target } from './changes.sql.ts'
import type { Columns } from './filter-sql.ts'
import * as groups from './group-changes.ts'
import { leavesOut, type Projection } from './projection.ts'
import { type Operation, readResource } from './read-body.ts'
import {
  GROUP_COLUMNS,
  type GroupRow,
  presentGroup,
  presentUser,
  type Resource,
  USER_COLUMNS,
  type UserRow,
} from './resources.ts'
import { GROUPS, GROUPS_WITHOUT_MEMBERS, type Selection, USERS } from './resources.sql.ts'
import { CORE_GROUP, CORE_USER } from './schema-names.ts'
import * as users from './user-changes.ts'

/** What is done alike with users and with groups. */
export type Kind<Row extends QueryResultRow, Changes> = {
  path: 'Groups' | 'Users'
  columns: Columns
  selectionFor: (projection: Projection) => Selection<Row>
  present: (row: Row, base: string) => Resource
  changesOf: (body: unknown) => Changes
  changesOfOperations: (operations: readonly Operation[]) => Changes
  add: (db: Transaction, target: Omit<Target, 'id'>, changes: Changes) => Promise<string>
  change: (db: Transaction, target: Target, changes: Changes) => Promise<void>
  remove: (db: Transaction, target: Target) => Promise<void>
}

export const userKind: Kind<UserRow, users.UserChanges> = {
  path: 'Users',
  columns: USER_COLUMNS,
  selectionFor: () => USERS,
  present: presentUser,
  changesOf: (body) => users.changesOfUser(readResource(body, CORE_USER)),
  changesOfOperations: users.changesOfOperations,
  add: async (db, target, changes) => {
    const id = await provision(db, target.home, users.addressOf(changes))
    const { active, ...others } = changes
    await changeUser(db, { ...target, id }, others)
    // Suspended apart from the rest: a request that suspends leaves out a refused "Guest", and the new account would be a member.
    if (active !== undefined) await changeUser(db, { ...target, id }, { active })
    return id
  },
  change: changeUser,
  remove: removeUser,
}

export const groupKind: Kind<GroupRow, groups.GroupChanges> = {
  path: 'Groups',
  columns: GROUP_COLUMNS,
  selectionFor: (projection) => (leavesOut('members', projection) ? GROUPS_WITHOUT_MEMBERS : GROUPS),
  present: presentGroup,
  changesOf: (body) => groups.changesOfGroup(readResource(body, CORE_GROUP)),
  changesOfOperations: groups.changesOfOperations,
  add: async (db, target, changes) => {
    const id = await addGroup(db, target.home, changes)
    if (changes.members) await changeGroup(db, { ...target, id }, changes)
    return id
  },
  change: changeGroup,
  remove: removeGroup,
}
