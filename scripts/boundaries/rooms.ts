// The drawing of design section 6: which workspace may import which, and the floors inside the gateway and the dashboard.
// Tests are free to reach anywhere; what customers run is not.

import type { Finding } from './finding.ts';
import { areaOf, resolveImport } from './paths.ts';
import type { ScannedFile } from './scanned-file.ts';

const floors: Record<string, number> = {
  platform: 0,
  events: 1,
  'open-api': 1,
  processes: 1,
  providers: 1,
  companies: 2,
  contacts: 2,
  senders: 2,
  webhooks: 2,
  statistics: 2,
  monitoring: 2,
  windows: 2,
  costs: 2,
  templates: 3,
  media: 3,
  dispatch: 3,
  users: 3,
  messages: 4,
  alerts: 5,
  campaigns: 5,
  callbacks: 5,
  config: 5,
  simulator: 5,
  http: 6,
};

/**
 * A page is made of parts, a part may ask a query, a query asks the API. Files directly in dashboard/src (api.ts, session.ts,
 * theme.ts) and the texts in i18n/ are the ground; main.tsx and shell/ put the pages together.
 */
const dashboardFloors: Record<string, number> = { i18n: 0, queries: 1, parts: 2, pages: 3, shell: 4 };
const dashboardGround = { room: 'the ground', floor: 0 };

/** main.ts, cli.ts, app/ and cli/: they put the rooms together, and count as one room. */
const wiring = { room: 'wiring', floor: 7 };

const mayImport: Record<string, string[]> = {
  contract: [],
  simulator: ['contract'],
  dashboard: ['contract'],
  'n8n-node': [],
  client: [],
  'embedded-postgres': [],
  gateway: ['contract', 'embedded-postgres'],
};

export function checkRooms(files: ScannedFile[]): Finding[] {
  const known = new Set(files.map((file) => file.path));
  const findings = unknownRooms(files);
  for (const file of files) {
    if (file.isTest || areaOf(file.path) === 'scripts') continue;
    for (const { specifier, line } of file.imports) {
      const target = resolveImport(file.path, specifier, (path) => known.has(path));
      const problem =
        target === undefined
          ? undefined
          : (workspaceProblem(file.path, target) ??
            roomProblem(file.path, target) ??
            dashboardProblem(file.path, target));
      if (problem) findings.push({ path: file.path, line, ...problem });
    }
  }
  return findings;
}

type Problem = Pick<Finding, 'rule' | 'advice'>;

function workspaceProblem(from: string, target: string): Problem | undefined {
  const own = areaOf(from);
  const other = areaOf(target);
  if (!own || own === other) return undefined;
  if (other && mayImport[own]?.includes(other)) return undefined;
  if (own === 'gateway' && other === 'simulator') {
    if (['wiring', 'simulator'].includes(roomOf(from)?.room ?? '')) return undefined;
    return {
      rule: 'floors',
      advice:
        'only simulator/, app/ and cli/ may import the simulator; pass what you need in as an argument.',
    };
  }
  const allowed = mayImport[own]?.join(', ') || 'nothing of ours';
  return {
    rule: 'workspaces',
    advice: `${own} may import ${allowed}, not ${target}; move the shared part or use HTTP.`,
  };
}

function roomProblem(from: string, target: string): Problem | undefined {
  if (!from.startsWith('gateway/src/') || areaOf(target) !== 'gateway') return undefined;
  if (!target.startsWith('gateway/src/')) {
    return {
      rule: 'rooms',
      advice: `${target} is not part of the server; move what is shared into gateway/src.`,
    };
  }
  const own = roomOf(from);
  const other = roomOf(target);
  if (!own || !other || own.room === other.room) return undefined;
  if (other.floor >= own.floor) {
    return {
      rule: 'floors',
      advice: `${own.room} (floor ${own.floor}) may not import ${other.room} (floor ${other.floor}); move the shared part down, or pass it in from above.`,
    };
  }
  return privateProblem(own.floor, other.room, target);
}

function dashboardProblem(from: string, target: string): Problem | undefined {
  const own = dashboardRoomOf(from);
  const other = dashboardRoomOf(target);
  if (!own || !other || other.floor <= own.floor) return undefined;
  return {
    rule: 'floors',
    advice: `${own.room} (floor ${own.floor}) may not import ${other.room} (floor ${other.floor}) of the dashboard; move the shared part down, or pass it in from above.`,
  };
}

function privateProblem(floor: number, room: string, target: string): Problem | undefined {
  const inside = target.split('/').slice(3);
  if (inside.some((part) => part.startsWith('_')) || inside.at(-1) === 'queries.ts') {
    return {
      rule: 'private',
      advice: `${inside.join('/')} is private to ${room}; import a function that ${room} offers, or add one.`,
    };
  }
  if (inside.at(-1) === 'routes.ts' && floor !== wiring.floor) {
    return {
      rule: 'private',
      advice: `routes of ${room} are registered by floor 7 only; import the function behind the route.`,
    };
  }
  return undefined;
}

function unknownRooms(files: ScannedFile[]): Finding[] {
  const reported = new Set<string>();
  return files.flatMap(({ path }) => {
    const [workspace, , folder, inside] = path.split('/');
    if (!/^(gateway|dashboard)\/src\//.test(path) || !folder || !inside) return [];
    const known = workspace === 'gateway' ? roomOf(path) : dashboardRoomOf(path);
    if (known || reported.has(`${workspace}/${folder}`)) return [];
    reported.add(`${workspace}/${folder}`);
    return [
      {
        path,
        line: 1,
        rule: 'floors',
        advice: `the folder ${folder} is new: give it a floor in scripts/boundaries/rooms.ts.`,
      },
    ];
  });
}

function roomOf(path: string): { room: string; floor: number } | undefined {
  const [, , folder = '', inside] = path.split('/');
  if (inside === undefined || folder === 'cli' || folder === 'app') return wiring;
  const floor = floors[folder];
  return floor === undefined ? undefined : { room: folder, floor };
}

function dashboardRoomOf(path: string): { room: string; floor: number } | undefined {
  if (!path.startsWith('dashboard/src/')) return undefined;
  const [, , folder = '', inside] = path.split('/');
  if (folder === 'main.tsx') return { room: 'main.tsx', floor: 5 };
  if (inside === undefined) return dashboardGround;
  const floor = dashboardFloors[folder];
  return floor === undefined ? undefined : { room: folder, floor };
}
