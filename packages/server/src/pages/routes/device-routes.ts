import type { FastifyInstance } from 'fastify';
import type { DeviceFlow } from '../../identity/authorization/device.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { PageSite } from '../frame/page.js';
import { consentPage } from '../views/consent-page.js';
import { deviceCodePage, deviceDonePage } from '../views/device-pages.js';
import { isRecent } from './recent.js';
import type { Visit, VisitAnswer, Visitor } from './visitor.js';

export interface DeviceRouteDeps {
  readonly site: PageSite;
  readonly visit: Visit;
  readonly device: DeviceFlow;
}

const ENDED = 'There is no such code, or it has ended: it is good for 10 minutes and once. Check what you typed.';

/** `/device`: a person types the code of a device and decides. */
export function addDeviceRoutes(app: FastifyInstance, { site, visit, device }: DeviceRouteDeps): void {
  const { basePath } = site;
  const forPeople =
    (route: (visitor: Visitor, signedIn: NonNullable<Visitor['signedIn']>) => Promise<VisitAnswer>) =>
    async (visitor: Visitor): Promise<VisitAnswer> => {
      if (visitor.signedIn !== undefined) return route(visitor, visitor.signedIn);
      const { user_code: code } = visitor.members;
      const path = code === undefined ? '/device' : `/device?${new URLSearchParams({ user_code: code })}`;
      return { goTo: `${basePath}/sign-in?${new URLSearchParams({ return_to: path })}` };
    };
  const askAgain = ({ members }: Visitor, person: string, failure?: { status: number; detail: string }) =>
    deviceCodePage({
      basePath,
      person,
      code: (members.user_code ?? '').slice(0, 20),
      ...(failure === undefined ? {} : { failure }),
    });
  const find = async (visitor: Visitor, userId: string) => {
    const { user_code: typed = '' } = visitor.members;
    return device.find(typed, { userId, address: visitor.sender.address });
  };

  app.get('/device', visit(forPeople(async (visitor, { person }) => askAgain(visitor, person.name))));

  app.post(
    '/device',
    visit(
      forPeople(async (visitor, { person }) => {
        try {
          const found = await find(visitor, person.userId);
          if (found === undefined) return askAgain(visitor, person.name, { status: 404, detail: ENDED });
          return consentPage({
            basePath,
            application: found.application,
            scopes: found.scopes,
            person: person.name,
            action: '/device/decision',
            members: { user_code: found.userCode },
            warning: `Allow it only if your own device shows the code ${found.userCode}. Nobody else needs you to enter one.`,
          });
        } catch (error) {
          if (!(error instanceof CatalogueError) || error.status !== 429) throw error;
          return askAgain(visitor, person.name, { status: error.status, detail: error.detail });
        }
      }),
    ),
  );

  app.post(
    '/device/decision',
    visit(
      forPeople(async (visitor, { person, actor }) => {
        const { user_code: typed = '', decision } = visitor.members;
        const found = await find(visitor, person.userId);
        const chosen = decision === 'allow' ? 'allowed' : 'denied';
        if (chosen === 'allowed' && !isRecent(person, Date.now())) {
          const returnTo = `/device?${new URLSearchParams({ user_code: typed })}`;
          return { goTo: `${basePath}/sign-in?${new URLSearchParams({ return_to: returnTo })}` };
        }
        if (found === undefined || !(await device.decide(typed, chosen, person, actor)))
          return askAgain(visitor, person.name, { status: 404, detail: ENDED });
        return deviceDonePage(found.application.name, chosen === 'allowed');
      }),
    ),
  );
}
