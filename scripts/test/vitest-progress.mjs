/**
 * A vitest reporter for `npm test`. Prints a line for each file as it ends, and one for a test that takes very long. Adds to
 * the report named by TEST_REPORT, line by line, so that a run which has to be ended has still said what it did: first the
 * files that are to run, then what became of each.
 */
import { appendFileSync } from 'node:fs';
import { relative } from 'node:path';

const LONG_MS = 120_000;
const nameOf = (module) => relative(process.cwd(), module.moduleId);
const messageOf = (errors = []) => errors.map(({ stack, message }) => stack ?? message).join('\n');

export default class Progress {
  #total = 0;
  #done = 0;
  /** File → what it is at, and since when. */
  #under = new Map();
  #watch;

  onTestRunStart(specifications) {
    this.#total = specifications.length;
    this.#report({ files: specifications.map(nameOf) });
    this.#watch = setInterval(() => this.#nameLong(), LONG_MS / 4);
    this.#watch.unref();
  }

  onTestModuleStart(module) {
    this.#enter(module, 'its beginning');
  }

  onTestCaseReady(test) {
    this.#enter(test.module, test.fullName);
  }

  onTestCaseResult(test) {
    this.#enter(test.module, `what follows '${test.fullName}'`);
  }

  #enter(module, at) {
    this.#under.set(nameOf(module), { at, since: Date.now() });
  }

  #nameLong() {
    for (const [file, { at, since }] of this.#under) {
      const seconds = Math.round((Date.now() - since) / 1000);
      if (seconds * 1000 >= LONG_MS) console.log(`still in ${file}: ${at} (${seconds} s)`);
    }
  }

  onTestModuleEnd(module) {
    this.#under.delete(nameOf(module));
    const tests = [...module.children.allTests()].map((test) => {
      const { state, errors } = test.result();
      return { name: test.fullName, state, message: messageOf(errors) };
    });
    this.#report({
      file: nameOf(module),
      failed: module.state() === 'failed',
      message: messageOf(module.errors()),
      tests,
    });
    const failed = tests.filter(({ state }) => state === 'failed').length;
    const seconds = (module.diagnostic().duration / 1000).toFixed(1);
    const verdict = module.state() === 'failed' ? ` FAILED${failed ? ` ${failed}` : ''}` : '';
    this.#done++;
    console.log(
      `${this.#done}/${this.#total} ${nameOf(module)} ${tests.length} tests, ${seconds} s${verdict}`,
    );
  }

  /** What no test stands for: without it nobody knows why a run failed. */
  onTestRunEnd(_modules, errors) {
    clearInterval(this.#watch);
    for (const { name, message, stack } of errors)
      console.log(`outside the tests: ${name}: ${message}\n${stack ?? ''}`);
  }

  #report(line) {
    if (process.env.TEST_REPORT) appendFileSync(process.env.TEST_REPORT, `${JSON.stringify(line)}\n`);
  }
}
