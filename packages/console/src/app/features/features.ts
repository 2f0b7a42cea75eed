import { accountRoutes } from '../../account/routes.js';
import { adminFeature } from '../../admin/feature.js';
import { adminRoutes } from '../../admin/routes.js';
import { auditFeature } from '../../audit/feature.js';
import { auditRoutes } from '../../audit/routes.js';
import { calendarsRoutes } from '../../calendars/routes.js';
import { connectionsFeature } from '../../connections/feature.js';
import { connectionsRoutes } from '../../connections/routes.js';
import { flowFeature } from '../../flow/feature.js';
import { flowRoutes } from '../../flow/routes.js';
import type { Feature } from '../../frame/feature.js';
import { inboxFeature } from '../../inbox/feature.js';
import { inboxRoutes } from '../../inbox/routes.js';
import { membersFeature } from '../../members/feature.js';
import { membersRoutes } from '../../members/routes.js';
import { newProjectRoutes } from '../../new-project/routes.js';
import { notificationsRoutes } from '../../notifications/routes.js';
import { processRoutes } from '../../process/routes.js';
import { processes } from '../../processes/feature.js';
import { processesRoutes } from '../../processes/routes.js';
import { runsFeature } from '../../runs/feature.js';
import { runsRoutes } from '../../runs/routes.js';
import { searchFeature } from '../../search/feature.js';
import { searchRoutes } from '../../search/routes.js';
import { studioFeature } from '../../studio/feature.js';
import { studioRoutes } from '../../studio/routes.js';
import { transferRoutes } from '../../transfer/routes.js';
import { galleryRoutes } from '../gallery/routes.js';

/** What stands in the rail and the bottom bar, feature by feature. */
export const features: readonly Feature[] = [
  inboxFeature,
  processes,
  runsFeature,
  flowFeature,
  studioFeature,
  searchFeature,
  membersFeature,
  auditFeature,
  connectionsFeature,
  adminFeature,
];

/** The pages of every feature. */
export const featureRoutes = [
  ...inboxRoutes,
  ...notificationsRoutes,
  ...accountRoutes,
  ...processRoutes,
  ...processesRoutes,
  ...runsRoutes,
  ...flowRoutes,
  ...calendarsRoutes,
  ...searchRoutes,
  ...newProjectRoutes,
  ...studioRoutes,
  ...membersRoutes,
  ...auditRoutes,
  ...connectionsRoutes,
  ...adminRoutes,
  ...transferRoutes,
  ...galleryRoutes,
] as const;
