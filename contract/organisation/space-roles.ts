/** Roles in a team space, most able first: a manager decides who belongs to it, an editor changes files, a viewer reads. */
export const SPACE_ROLES = ['manager', 'editor', 'viewer'] as const
export type SpaceRole = (typeof SPACE_ROLES)[number]

/** Whether a role may change files and folders of a space; `authz.edits_space` in SQL is tested equal to it. */
export const canEditSpace = (role: SpaceRole): boolean => role !== 'viewer'

/** Whether a role may change name and members of a space, and delete it. */
export const canManageSpace = (role: SpaceRole): boolean => role === 'manager'
