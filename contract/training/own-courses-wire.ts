import { wireArchive } from '../wire/wire-archive.ts'

/** The version of a course is the revision of its draft. */
export const { archive: archiveCourse, restore: restoreCourse } = wireArchive({
  path: '/training/v1/own-courses',
  permission: 'manage_users',
  what: 'a course of the organisation',
  means: 'it is no longer offered, and those to whom it is assigned can still do it',
})
