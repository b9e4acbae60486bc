// Services that need nothing but an address, a key and what they take: one a line. From https://github.com/anomalyco/models.dev (MIT), July 2026,
// which reads each service's own pages. Columns: id | label | address | variables of the key | efforts it can be told, - for none, empty for those
// that most take | other flags: `object` and `switch` are how efforts are told, `back` has reasoning sent back, `anthropic` is another wire.
import { EFFORTS } from "../../../core/protocol/effort.ts";
import { OPENAI_LIKE, type Provider, type Quirks } from "./provider.ts";

const ROWS = `
cerebras|Cerebras|https://api.cerebras.ai/v1|CEREBRAS_API_KEY
together|Together AI|https://api.together.ai/v1|TOGETHER_API_KEY|low medium high
fireworks|Fireworks AI|https://api.fireworks.ai/inference/v1|FIREWORKS_API_KEY|low medium high|back
deepinfra|Deep Infra|https://api.deepinfra.com/v1/openai|DEEPINFRA_API_KEY|none low medium high xhigh|back
nvidia|Nvidia|https://integrate.api.nvidia.com/v1|NVIDIA_API_KEY
huggingface|Hugging Face|https://router.huggingface.co/v1|HF_TOKEN|none minimal low medium high xhigh
github-models|GitHub Models|https://models.github.ai/inference|GITHUB_TOKEN|-
nebius|Nebius Token Factory|https://api.tokenfactory.nebius.com/v1|NEBIUS_API_KEY|low medium high
novita|NovitaAI|https://api.novita.ai/openai|NOVITA_API_KEY|-
siliconflow|SiliconFlow|https://api.siliconflow.com/v1|SILICONFLOW_API_KEY|-
moonshot|Moonshot AI|https://api.moonshot.ai/v1|MOONSHOT_API_KEY|-|back
zai|Z.AI|https://api.z.ai/api/paas/v4|ZAI_API_KEY ZHIPU_API_KEY|none high|switch back
zai-coding|Z.AI Coding Plan|https://api.z.ai/api/coding/paas/v4|ZAI_CODING_API_KEY ZHIPU_API_KEY|none high max|switch back
alibaba|Alibaba Model Studio|https://dashscope-intl.aliyuncs.com/compatible-mode/v1|DASHSCOPE_API_KEY|-
minimax|MiniMax|https://api.minimax.io/anthropic/v1|MINIMAX_API_KEY||anthropic
kimi-coding|Kimi For Coding|https://api.kimi.com/coding/v1|KIMI_API_KEY||anthropic
xiaomi|Xiaomi MiMo|https://api.xiaomimimo.com/v1|XIAOMI_API_KEY|none high|switch back
stepfun|StepFun|https://api.stepfun.com/v1|STEPFUN_API_KEY|low medium high
tencent|Tencent TokenHub|https://tokenhub.tencentmaas.com/v1|TENCENT_TOKENHUB_API_KEY|none low medium high|switch
modelscope|ModelScope|https://api-inference.modelscope.cn/v1|MODELSCOPE_API_KEY|-
ollama-cloud|Ollama Cloud|https://ollama.com/v1|OLLAMA_API_KEY|none low medium high max
vercel|Vercel AI Gateway|https://ai-gateway.vercel.sh/v1|AI_GATEWAY_API_KEY|none minimal low medium high xhigh|object
requesty|Requesty|https://router.requesty.ai/v1|REQUESTY_API_KEY|none low medium high max
helicone|Helicone|https://ai-gateway.helicone.ai/v1|HELICONE_API_KEY|minimal low medium high
poe|Poe|https://api.poe.com/v1|POE_API_KEY|-
opencode-zen|OpenCode Zen|https://opencode.ai/zen/v1|OPENCODE_API_KEY|-
baseten|Baseten|https://inference.baseten.co/v1|BASETEN_API_KEY||back
chutes|Chutes|https://llm.chutes.ai/v1|CHUTES_API_KEY|-|back
scaleway|Scaleway|https://api.scaleway.ai/v1|SCALEWAY_API_KEY
ovhcloud|OVHcloud AI Endpoints|https://oai.endpoints.kepler.ai.cloud.ovh.net/v1|OVHCLOUD_API_KEY
stackit|STACKIT|https://api.openai-compat.model-serving.eu01.onstackit.cloud/v1|STACKIT_API_KEY|-
digitalocean|DigitalOcean|https://inference.do-ai.run/v1|DIGITALOCEAN_ACCESS_TOKEN|none low medium high max
vultr|Vultr|https://api.vultrinference.com/v1|VULTR_API_KEY|-
inference-net|Inference.net|https://inference.net/v1|INFERENCE_API_KEY|-
io-net|IO.NET|https://api.intelligence.io.solutions/api/v1|IOINTELLIGENCE_API_KEY|none low medium high|object
friendli|Friendli|https://api.friendli.ai/serverless/v1|FRIENDLI_TOKEN|-|back
upstage|Upstage|https://api.upstage.ai/v1/solar|UPSTAGE_API_KEY|low medium high
inception|Inception|https://api.inceptionlabs.ai/v1|INCEPTION_API_KEY|low medium high
llama-api|Llama API|https://api.llama.com/compat/v1|LLAMA_API_KEY|-
wandb|Weights & Biases|https://api.inference.wandb.ai/v1|WANDB_API_KEY|-
venice|Venice AI|https://api.venice.ai/api/v1|VENICE_API_KEY
synthetic|Synthetic|https://api.synthetic.new/openai/v1|SYNTHETIC_API_KEY|-|back
nano-gpt|NanoGPT|https://nano-gpt.com/api/v1|NANO_GPT_API_KEY|none minimal low medium high xhigh
zenmux|ZenMux|https://zenmux.ai/api/v1|ZENMUX_API_KEY
poolside|Poolside|https://inference.poolside.ai/v1|POOLSIDE_API_KEY|none minimal low medium high xhigh|object back
sarvam|Sarvam AI|https://api.sarvam.ai/v1|SARVAM_API_KEY|low medium high|back
berget|Berget.AI|https://api.berget.ai/v1|BERGET_API_KEY
regolo|Regolo AI|https://api.regolo.ai/v1|REGOLO_API_KEY|low medium high
cortecs|Cortecs|https://api.cortecs.ai/v1|CORTECS_API_KEY
evroc|evroc|https://models.think.evroc.com/v1|EVROC_API_KEY|-
gmicloud|GMI Cloud|https://api.gmi-serving.com/v1|GMICLOUD_API_KEY|-|back
`;

export const presets = (): readonly Provider[] => ROWS.trim().split("\n").map(parseRow);

function parseRow(row: string): Provider {
  const [id = "", label = "", defaultUrl = "", keys = "", efforts = "", flags = ""] = row.split("|");
  const has = (flag: string): boolean => flags.split(" ").includes(flag);
  const form = (["object", "switch"] as const).find(has);
  const quirks: Quirks = {
    ...(efforts === "" ? {} : { efforts: EFFORTS.filter((effort) => efforts.split(" ").includes(effort)) }),
    ...(form ? { effortForm: form } : {}),
    ...(has("back") ? { reasoningBack: true } : {}),
  };
  return {
    ...OPENAI_LIKE,
    ...{ id, label, defaultUrl, quirks },
    ...(has("anthropic") ? { wires: ["anthropic"] } : {}),
    keyVariables: keys.split(" "),
    urlVariables: [`${id.toUpperCase().replaceAll("-", "_")}_BASE_URL`],
    // Its key may lie in the environment for other reasons, as GITHUB_TOKEN does.
    onlyByName: true,
  };
}
