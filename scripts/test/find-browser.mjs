/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, else the one inside the package @sparticuz/chromium (Linux on
 * x64; unpacked once into .cache), else one installed on the system. Null when there is none.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The one without windows first: it draws a page for two thirds of the work. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The packaged one looks in the temp folder. */
const FONTS = `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">.</dir><cachedir prefix="relative">cache</cachedir></fontconfig>
`;

/** @returns {{ executablePath: string, env: Record<string, string> } | null} */
export function findBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist.`);
    return { executablePath: chosen, env: {} };
  }
  const installed = INSTALLED.find((path) => existsSync(path));
  return findPackaged() ?? (installed ? { executablePath: installed, env: {} } : null);
}

function findPackaged() {
  const folder = join(root, 'node_modules/@sparticuz/chromium');
  if (process.platform !== 'linux' || process.arch !== 'x64' || !existsSync(folder)) return null;
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const target = join(root, '.cache', `chromium-${version}`);
  if (!existsSync(join(target, 'launch.json'))) unpack(target);
  const { env, works } = JSON.parse(readFileSync(join(target, 'launch.json'), 'utf8'));
  const absolute = Object.fromEntries(Object.entries(env).map(([name, path]) => [name, join(target, path)]));
  return works ? { executablePath: join(target, 'chromium'), env: absolute } : null;
}

/** The package unpacks into the temp folder and trusts what it finds there: give it a fresh one of our own. */
function unpack(target) {
  mkdirSync(dirname(target), { recursive: true });
  const staging = mkdtempSync(`${target}-`);
  try {
    const program =
      "import('@sparticuz/chromium').then(({ default: chromium }) => chromium.executablePath())";
    // The runtime's name makes it unpack its own copy of NSS too, which slim systems lack.
    const env = { ...process.env, TMPDIR: staging, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    const run = spawnSync(process.execPath, ['-e', program], { cwd: root, env, encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`The browser of the tests could not be unpacked: ${run.stderr}`);
    chmodSync(staging, 0o755);
    writeFileSync(join(staging, 'fonts/fonts.conf'), FONTS);
    chmodSync(join(staging, 'chromium'), 0o755);
    writeFileSync(join(staging, 'launch.json'), JSON.stringify(chooseEnvironment(staging)));
    rmSync(target, { recursive: true, force: true });
    renameSync(staging, target);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** The system's libraries when they do, the packaged ones otherwise; paths relative to the folder. */
function chooseEnvironment(folder) {
  const fonts = existsSync('/etc/fonts') ? {} : { FONTCONFIG_PATH: 'fonts' };
  for (const env of [fonts, { ...fonts, LD_LIBRARY_PATH: 'al2023/lib' }]) {
    const absolute = Object.entries(env).map(([name, path]) => [name, join(folder, path)]);
    const run = spawnSync(join(folder, 'chromium'), ['--version', '--no-sandbox'], {
      env: { ...process.env, ...Object.fromEntries(absolute) },
      timeout: 20_000,
    });
    if (run.status === 0) return { env, works: true };
  }
  return { env: {}, works: false };
}
