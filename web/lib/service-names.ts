import { STATUS_SERVICES, type ServiceId } from '#contract/status.ts'

/** `API, Database` */
export const namesOfServices = (services: readonly ServiceId[]): string =>
  STATUS_SERVICES.filter(({ id }) => services.includes(id))
    .map(({ name }) => name)
    .join(', ')
