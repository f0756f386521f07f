/** What the artist states about AI with the upload. Nobody has to answer. */
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { AI_PART_WORDS, AI_USE_WORDS, AI_WHY } from '../copy-ai.ts';
import { AI_USES, RECORDED_PARTS } from '../limits.ts';
import { aiField } from '../rules-ai.ts';

interface QuestionsProps {
  value: Record<string, string>;
  onChange: (value: Record<string, string>) => void;
}

export function AiQuestions({ value, onChange }: QuestionsProps) {
  return (
    // Folded: most have nothing to say here, and the way to the button stays short.
    <details>
      <summary className="silk cursor-pointer py-2 text-muted hover:text-paper">AI use, if any</summary>
      <p className="mt-2 max-w-prose text-sm text-muted">{AI_WHY}</p>
      <div className="mt-4 grid gap-5 sm:grid-cols-3">
        {RECORDED_PARTS.map((part) => (
          <Field key={part} label={AI_PART_WORDS[part]}>
            <Select
              options={AI_USES.map((use) => ({ value: use, label: AI_USE_WORDS[use] }))}
              value={value[aiField(part)] ?? ''}
              onValueChange={(use) => onChange({ ...value, [aiField(part)]: use })}
            />
          </Field>
        ))}
      </div>
    </details>
  );
}
