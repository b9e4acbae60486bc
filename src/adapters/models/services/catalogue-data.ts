// Facts of models (limits, prices), collected in November 2026 from public model lists, among them the one in pi-ai 1.5.2: one a line.
// id, context tokens, output tokens at most, then US dollars for a million tokens: input, output, cache read, cache write;
// then r for models that reason, i for models that see images. All call tools.
export const CATALOGUE_ROWS = `
anthropic/claude-fable-5 1000000 128000 10 50 1 12.5 ri
anthropic/claude-fable-5-1 1000000 128000 10 50 0.25 12.5 ri
anthropic/claude-fable-5-2 1000000 128000 8 40 0.2 10 ri
anthropic/claude-haiku-4-5 200000 64000 1 5 0.1 1.25 ri
anthropic/claude-haiku-4-5-20251001 200000 64000 1 5 0.1 1.25 ri
anthropic/claude-haiku-5-5 1000000 128000 0.1 0.5 0.01 0.125 ri
anthropic/claude-opus-4-5 200000 64000 5 25 0.5 6.25 ri
anthropic/claude-opus-4-5-20251101 200000 64000 5 25 0.5 6.25 ri
anthropic/claude-opus-4-6 1000000 128000 5 25 0.5 6.25 ri
anthropic/claude-opus-4-7 1000000 128000 5 25 0.5 6.25 ri
anthropic/claude-opus-4-8 1000000 128000 5 25 0.5 6.25 ri
anthropic/claude-opus-5 1000000 128000 5 25 0.5 6.25 ri
anthropic/claude-opus-5-5 1000000 128000 4 20 0.2 5 ri
anthropic/claude-sonnet-4-5 200000 64000 3 15 0.3 3.75 ri
anthropic/claude-sonnet-4-5-20250929 200000 64000 3 15 0.3 3.75 ri
anthropic/claude-sonnet-4-6 1000000 128000 3 15 0.3 3.75 ri
anthropic/claude-sonnet-5 1000000 128000 2 10 0.2 2.5 ri
anthropic/claude-sonnet-5-5 1000000 128000 2 10 0.1 2.5 ri
openai/chat-latest 400000 128000 5 30 0.5 0 ri
openai/gpt-4 8192 8192 30 60 0 0
openai/gpt-4-turbo 128000 4096 10 30 0 0 i
openai/gpt-4.1 1047576 32768 2 8 0.5 0 i
openai/gpt-4.1-mini 1047576 32768 0.4 1.6 0.1 0 i
openai/gpt-4.1-nano 1047576 32768 0.1 0.4 0.025 0 i
openai/gpt-4o 128000 16384 2.5 10 1.25 0 i
openai/gpt-4o-2024-05-13 128000 4096 5 15 0 0 i
openai/gpt-4o-2024-08-06 128000 16384 2.5 10 1.25 0 i
openai/gpt-4o-2024-11-20 128000 16384 2.5 10 1.25 0 i
openai/gpt-4o-mini 128000 16384 0.15 0.6 0.075 0 i
openai/gpt-5 400000 128000 1.25 10 0.125 0 ri
openai/gpt-5-chat-latest 128000 16384 1.25 10 0.125 0 i
openai/gpt-5-mini 400000 128000 0.25 2 0.025 0 ri
openai/gpt-5-nano 400000 128000 0.05 0.4 0.005 0 ri
openai/gpt-5-pro 400000 128000 15 120 0 0 ri
openai/gpt-5.1 400000 128000 1.25 10 0.125 0 ri
openai/gpt-5.2 400000 128000 1.75 14 0.175 0 ri
openai/gpt-5.2-pro 400000 128000 21 168 0 0 ri
openai/gpt-5.3-codex 400000 128000 1.75 14 0.175 0 ri
openai/gpt-5.3-codex-spark 128000 32000 1.75 14 0.175 0 ri
openai/gpt-5.4 272000 128000 2.5 15 0.25 0 ri
openai/gpt-5.4-mini 400000 128000 0.75 4.5 0.075 0 ri
openai/gpt-5.4-nano 400000 128000 0.2 1.25 0.02 0 ri
openai/gpt-5.4-pro 1050000 128000 30 180 0 0 ri
openai/gpt-5.5 272000 128000 5 30 0.5 0 ri
openai/gpt-5.5-pro 1050000 128000 30 180 0 0 ri
openai/gpt-5.6-cyber 400000 128000 12.5 75 1.25 15.625 ri
openai/gpt-5.6-luna 272000 128000 0.2 1.2 0.02 0.25 ri
openai/gpt-5.6-sol 272000 128000 4 20 0.4 5 ri
openai/gpt-5.6-terra 272000 128000 2 12 0.2 2.5 ri
openai/gpt-6-astra 272000 128000 10 50 1 12.5 ri
openai/gpt-6-sol 272000 128000 2 10 0.2 2.5 ri
openai/gpt-6.1-sol 272000 128000 2 10 0.1 2.5 ri
openai/gpt-6.1-terra 272000 128000 1 5 0.05 1.25 ri
openai/gpt-daybreak-blue-latest 1050000 128000 4 20 0.4 5 ri
openai/gpt-daybreak-red-latest 400000 128000 12.5 75 1.25 15.625 ri
openai/o1 200000 100000 15 60 7.5 0 ri
openai/o1-pro 200000 100000 150 600 0 0 ri
openai/o3 200000 100000 2 8 0.5 0 ri
openai/o3-mini 200000 100000 1.1 4.4 0.55 0 r
openai/o3-pro 200000 100000 20 80 0 0 ri
openai/o4-mini 200000 100000 1.1 4.4 0.275 0 ri
google/deep-research-max-preview-04-2026 1048576 65536 2 12 0.2 0 ri
google/deep-research-preview-04-2026 1048576 65536 2 12 0.2 0 ri
google/gemini-2.5-computer-use-preview-10-2025 128000 64000 1.25 10 0 0 ri
google/gemini-2.5-flash 1048576 65536 0.3 2.5 0.03 0 ri
google/gemini-2.5-flash-lite 1048576 65536 0.1 0.4 0.01 0 ri
google/gemini-2.5-pro 1048576 65536 1.25 10 0.125 0 ri
google/gemini-3-flash-preview 1048576 65536 0.5 3 0.05 0 ri
google/gemini-3.1-flash-lite 1048576 65536 0.25 1.5 0.025 0 ri
google/gemini-3.1-flash-lite-preview 1048576 65536 0.25 1.5 0.025 0 ri
google/gemini-3.1-pro-preview 1048576 65536 2 12 0.2 0 ri
google/gemini-3.1-pro-preview-customtools 1048576 65536 2 12 0.2 0 ri
google/gemini-3.5-flash 1048576 65536 1.5 9 0.15 0 ri
google/gemini-3.5-flash-lite 1048576 65536 0.3 2.5 0.03 0 ri
google/gemini-3.6-flash 1048576 65536 0.75 3.75 0.075 0 ri
google/gemini-3.7-flash 1048576 65536 0.75 3.75 0.075 0 ri
google/gemini-3.8-flash 1048576 65536 0.75 3.75 0.075 0 ri
google/gemini-4-argon 1048576 32768 2 10 0.1 0 ri
google/gemini-flash-latest 1048576 65536 1.5 9 0.15 0 ri
google/gemini-flash-lite-latest 1048576 65536 0.25 1.5 0.025 0 ri
google/gemini-pro-latest 1048576 65536 2 12 0.2 0 ri
google/gemini-robotics-er-2-preview 131072 65536 1 5 0.1 0 ri
google/gemma-4-26b-a4b-it 262144 32768 0 0 0 0 ri
google/gemma-4-31b-it 262144 32768 0 0 0 0 ri
openrouter/anthropic/claude-fable-5 1000000 128000 10 50 1 12.5 ri
openrouter/anthropic/claude-fable-5.1 1000000 128000 10 50 0.25 12.5 ri
openrouter/anthropic/claude-fable-5.2 1000000 128000 8 40 0.2 10 ri
openrouter/anthropic/claude-haiku-4.5 200000 64000 1 5 0.1 1.25 ri
openrouter/anthropic/claude-haiku-5.5 1000000 128000 0.1 0.5 0.01 0.125 ri
openrouter/anthropic/claude-opus-4.1 200000 32000 15 75 1.5 18.75 ri
openrouter/anthropic/claude-opus-4.5 200000 64000 5 25 0.5 6.25 ri
openrouter/anthropic/claude-opus-4.6 1000000 128000 5 25 0.5 6.25 ri
openrouter/anthropic/claude-opus-4.7 1000000 128000 5 25 0.5 6.25 ri
openrouter/anthropic/claude-opus-4.8 1000000 128000 5 25 0.5 6.25 ri
openrouter/anthropic/claude-opus-5 1000000 128000 5 25 0.5 6.25 ri
openrouter/anthropic/claude-opus-5.5 1000000 128000 4 20 0.2 5 ri
openrouter/anthropic/claude-sonnet-4.5 1000000 64000 3 15 0.3 3.75 ri
openrouter/anthropic/claude-sonnet-4.6 1000000 128000 3 15 0.3 3.75 ri
openrouter/anthropic/claude-sonnet-5 1000000 128000 2 10 0.2 2.5 ri
openrouter/anthropic/claude-sonnet-5.5 1000000 128000 2 10 0.1 2.5 ri
openrouter/deepseek/deepseek-chat 163840 16384 0.32 0.89 0 0
openrouter/deepseek/deepseek-chat-v3-0324 128000 115200 0.29 1.14 0.11 0
openrouter/deepseek/deepseek-chat-v3.1 163840 147456 0.25 0.95 0.13 0 r
openrouter/deepseek/deepseek-r1-0528 163840 32768 0.5 2.15 0.35 0 r
openrouter/deepseek/deepseek-v3.1-terminus 163840 147456 0.27 1 0 0 r
openrouter/deepseek/deepseek-v3.2 163840 147456 0.26 0.38 0.13 0 r
openrouter/deepseek/deepseek-v3.2-exp 163840 147456 0.27 0.41 0 0 r
openrouter/deepseek/deepseek-v4-flash 1048575 943717 0.091 0.182 0.0182 0 r
openrouter/deepseek/deepseek-v4-flash-0731 1048576 943718 0.0434 0.3 0.035 0 r
openrouter/deepseek/deepseek-v4-flash-vision-exp 1048575 943717 0.44 1.32 0.014 0 ri
openrouter/deepseek/deepseek-v4-pro 1024000 384000 0.9553 1.9105 0.0796 0 r
openrouter/deepseek/deepseek-v4-pro-0813 1048576 943718 0.111 4.44 0.097 0 r
openrouter/deepseek/deepseek-v4.1-flash 1048576 943718 0.006 0.5 0.005 0 ri
openrouter/deepseek/deepseek-v4.1-flash-1017 1048576 943718 0.006 0.5 0.005 0 ri
openrouter/google/gemini-2.5-flash 1048576 65535 0.3 2.5 0.03 0.0833 ri
openrouter/google/gemini-2.5-flash-lite 1048576 65535 0.1 0.4 0.01 0.0833 ri
openrouter/google/gemini-2.5-pro 1048576 65536 1.25 10 0.125 0.375 ri
openrouter/google/gemini-2.5-pro-preview 1048576 65536 1.25 10 0.125 0.375 ri
openrouter/google/gemini-3-flash-preview 1048576 65536 0.5 3 0.05 0.0833 ri
openrouter/google/gemini-3-pro-image 65536 32768 2 12 0.2 0.375 ri
openrouter/google/gemini-3.1-flash-lite 1048576 65536 0.25 1.5 0.025 0.0833 ri
openrouter/google/gemini-3.1-flash-lite-preview 1048576 65536 0.25 1.5 0.025 0.0833 ri
openrouter/google/gemini-3.1-pro-preview 1048576 65536 2 12 0.2 0.375 ri
openrouter/google/gemini-3.1-pro-preview-customtools 1048576 65536 2 12 0.2 0.375 ri
openrouter/google/gemini-3.5-flash 1048576 65536 1.5 9 0.15 0.0833 ri
openrouter/google/gemini-3.5-flash-lite 1048576 65536 0.3 2.5 0.03 0.0833 ri
openrouter/google/gemini-3.6-flash 1048576 65536 0.75 3.75 0.075 0.0417 ri
openrouter/google/gemini-3.7-flash 1048576 65536 0.75 3.75 0.075 0.0417 ri
openrouter/google/gemini-3.8-flash 1048576 65536 0.825 4.125 0.0825 0.0417 ri
openrouter/google/gemini-4-argon 1048576 943718 2 10 0.1 0.1875 ri
openrouter/google/gemini-nano-banana-2.1 65536 58982 1.5 7.5 0 0 ri
openrouter/google/gemma-3-12b-it 131072 16384 0.05 0.15 0 0 i
openrouter/google/gemma-3-27b-it 131072 117964 0.08 0.45 0.04 0 i
openrouter/google/gemma-4-26b-a4b-it 256000 128000 0.08 0.1 0.046 0 ri
openrouter/google/gemma-4-31b-it 262144 16384 0.2 0.4 0 0 ri
openrouter/meta-llama/llama-3.1-8b-instruct 131072 16384 0.02 0.04 0 0
openrouter/meta-llama/llama-3.3-70b-instruct 128000 115200 0.71 0.71 0.71 0
openrouter/meta-llama/llama-4-maverick 524288 32768 0.35 1 0.17 0 i
openrouter/meta-llama/llama-4-scout 327680 16384 0.1 0.3 0 0 i
openrouter/minimax/minimax-m2.5 65536 58982 0.3 1.2 0.06 0 r
openrouter/minimax/minimax-m2.7 196608 176947 0.21 0.84 0.042 0 r
openrouter/minimax/minimax-m3 524288 512000 0.3 1.2 0.06 0 ri
openrouter/minimax/minimax-m3.1-flash 1048576 524288 0.15 0.6 0.015 0 ri
openrouter/mistralai/codestral-2508 256000 204800 0.3 0.9 0.03 0
openrouter/mistralai/devstral-2512 262144 209715 0.4 2 0.04 0
openrouter/mistralai/ministral-14b-2512 262144 209715 0.2 0.2 0.02 0 i
openrouter/mistralai/ministral-3b-2512 131072 104857 0.1 0.1 0.01 0 i
openrouter/mistralai/ministral-8b-2512 262144 209715 0.15 0.15 0.015 0 i
openrouter/mistralai/mistral-large 128000 102400 2 6 0.2 0
openrouter/mistralai/mistral-large-2407 131072 104857 2 6 0.2 0
openrouter/mistralai/mistral-large-2512 262144 209715 0.5 1.5 0.05 0 i
openrouter/mistralai/mistral-large-4-0 1048576 262144 0.7 2.1 0.07 0 ri
openrouter/mistralai/mistral-medium-3 131072 104857 0.4 2 0.04 0 i
openrouter/mistralai/mistral-medium-3-5 262144 209715 1.5 7.5 0 0 ri
openrouter/mistralai/mistral-medium-3.1 131072 104857 0.4 2 0.04 0 i
openrouter/mistralai/mistral-nemo 131072 16384 0.029 0.03 0 0
openrouter/mistralai/mistral-saba 32768 26214 0.2 0.6 0.02 0
openrouter/mistralai/mistral-small-2603 262144 209715 0.15 0.6 0.015 0 ri
openrouter/mistralai/mistral-small-3.1-24b-instruct 128000 102400 0.351 0.555 0 0 i
openrouter/mistralai/mistral-small-3.2-24b-instruct 32768 26214 0.1 0.3 0.01 0 i
openrouter/mistralai/mixtral-8x22b-instruct 65536 52428 2 6 0.2 0
openrouter/mistralai/voxtral-small-24b-2507 32768 26214 0.1 0.3 0.01 0
openrouter/moonshotai/kimi-k2 131072 98304 0.57 2.3 0 0
openrouter/moonshotai/kimi-k2-0905 262144 98304 0.6 2.5 0 0
openrouter/moonshotai/kimi-k2-thinking 262144 98304 0.6 2.5 0.15 0 r
openrouter/moonshotai/kimi-k2.5 256000 4096 0.41 2.06 0.07 0 ri
openrouter/moonshotai/kimi-k2.6 262144 235929 0.65 3.41 0.15 0 ri
openrouter/moonshotai/kimi-k2.7-code 262144 235929 0.6 3.5 0.16 0 ri
openrouter/moonshotai/kimi-k3 1048576 131072 0.192 16 0.182 0 ri
openrouter/moonshotai/kimi-k3.1-pro 1048576 131072 2 10 0.2 0 ri
openrouter/openai/gpt-3.5-turbo-0613 4095 3685 1 2 0 0
openrouter/openai/gpt-3.5-turbo-16k 16385 4096 3 4 0 0
openrouter/openai/gpt-4 8191 4096 30 60 0 0
openrouter/openai/gpt-4.1 1047576 32768 2 8 0.5 0 i
openrouter/openai/gpt-4.1-mini 1047576 32768 0.4 1.6 0.1 0 i
openrouter/openai/gpt-4.1-nano 1047576 942818 0.1 0.4 0.03 0 i
openrouter/openai/gpt-4o 128000 16384 2.5 10 1.25 0 i
openrouter/openai/gpt-4o-2024-05-13 128000 4096 5 15 0 0 i
openrouter/openai/gpt-4o-2024-08-06 128000 16384 2.5 10 1.25 0 i
openrouter/openai/gpt-4o-2024-11-20 128000 16384 2.5 10 1.25 0 i
openrouter/openai/gpt-4o-mini 128000 16384 0.15 0.6 0.075 0 i
openrouter/openai/gpt-4o-mini-2024-07-18 128000 16384 0.15 0.6 0.075 0 i
openrouter/openai/gpt-5 400000 128000 1.25 10 0.125 0 ri
openrouter/openai/gpt-5-mini 400000 128000 0.25 2 0.025 0 ri
openrouter/openai/gpt-5-nano 400000 128000 0.05 0.4 0.005 0 ri
openrouter/openai/gpt-5-pro 400000 128000 15 120 0 0 ri
openrouter/openai/gpt-5.1 400000 128000 1.25 10 0.125 0 ri
openrouter/openai/gpt-5.1-codex 400000 128000 1.25 10 0.13 0 ri
openrouter/openai/gpt-5.1-codex-max 400000 128000 1.25 10 0.125 0 ri
openrouter/openai/gpt-5.1-codex-mini 400000 128000 0.25 2 0.03 0 ri
openrouter/openai/gpt-5.2 400000 128000 1.75 14 0.175 0 ri
openrouter/openai/gpt-5.2-chat 128000 32000 1.75 14 0.175 0 i
openrouter/openai/gpt-5.2-codex 400000 128000 1.75 14 0.175 0 ri
openrouter/openai/gpt-5.2-pro 400000 128000 21 168 0 0 ri
openrouter/openai/gpt-5.3-codex 400000 128000 1.75 14 0.175 0 ri
openrouter/openai/gpt-5.4 1050000 128000 2.5 15 0.25 0 ri
openrouter/openai/gpt-5.4-mini 400000 128000 0.75 4.5 0.075 0 ri
openrouter/openai/gpt-5.4-nano 400000 128000 0.2 1.25 0.02 0 ri
openrouter/openai/gpt-5.4-pro 1050000 128000 30 180 0 0 ri
openrouter/openai/gpt-5.5 1050000 128000 5 30 0.5 0 ri
openrouter/openai/gpt-5.5-pro 1050000 128000 30 180 0 0 ri
openrouter/openai/gpt-5.6-luna 1050000 128000 0.2 1.2 0.02 0.25 ri
openrouter/openai/gpt-5.6-luna-pro 1050000 128000 0.2 1.2 0.02 0.25 ri
openrouter/openai/gpt-5.6-sol 1050000 128000 4 20 0.4 5 ri
openrouter/openai/gpt-5.6-sol-pro 1050000 128000 4 20 0.4 5 ri
openrouter/openai/gpt-5.6-terra 1050000 128000 2 12 0.2 2.5 ri
openrouter/openai/gpt-5.6-terra-pro 1050000 128000 2 12 0.2 2.5 ri
openrouter/openai/gpt-6-astra 1050000 128000 10 50 1 12.5 ri
openrouter/openai/gpt-6-astra-pro 1050000 128000 10 50 1 12.5 ri
openrouter/openai/gpt-6-luna 1050000 128000 0.1 0.5 0.01 0.125 ri
openrouter/openai/gpt-6-luna-pro 1050000 128000 0.1 0.5 0.01 0.125 ri
openrouter/openai/gpt-6-sol 1050000 128000 2 10 0.2 2.5 ri
openrouter/openai/gpt-6-sol-pro 1050000 128000 2 10 0.2 2.5 ri
openrouter/openai/gpt-6.1-sol 1050000 128000 2 10 0.1 2.5 ri
openrouter/openai/gpt-6.1-sol-pro 1050000 128000 2 10 0.1 2.5 ri
openrouter/openai/gpt-6.1-terra 1050000 128000 1 5 0.05 1.25 ri
openrouter/openai/gpt-6.1-terra-pro 1050000 128000 1 5 0.05 1.25 ri
openrouter/openai/gpt-audio 128000 16384 2.5 10 0 0
openrouter/openai/gpt-audio-mini 128000 16384 0.6 2.4 0 0
openrouter/openai/gpt-chat-latest 400000 128000 5 30 0.5 0 i
openrouter/openai/gpt-oss-120b 131072 65536 0.15 0.6 0.075 0 r
openrouter/openai/gpt-oss-20b 131072 117964 0.03 0.13 0.03 0 r
openrouter/openai/gpt-oss-safeguard-20b 131072 65536 0.075 0.3 0.0375 0 r
openrouter/openai/o3 200000 100000 2 8 0.5 0 ri
openrouter/openai/o3-pro 200000 100000 20 80 0 0 ri
openrouter/qwen/qwen-2.5-72b-instruct 32768 16384 0.36 0.4 0 0
openrouter/qwen/qwen-2.5-7b-instruct 32768 29491 0.1 0.2 0 0
openrouter/qwen/qwen-plus 1000000 32768 0.26 0.78 0.052 0.325
openrouter/qwen/qwen3-14b 40960 36864 0.1 0.22 0 0 r
openrouter/qwen/qwen3-235b-a22b-2507 131072 117964 0.14 0.8 0.05 0
openrouter/qwen/qwen3-235b-a22b-thinking-2507 128000 16384 0.45 3.5 0 0 r
openrouter/qwen/qwen3-30b-a3b 40960 16384 0.12 0.5 0 0 r
openrouter/qwen/qwen3-30b-a3b-instruct-2507 262144 235929 0.1 0.3 0.1 0
openrouter/qwen/qwen3-32b 40960 16384 0.08 0.28 0 0 r
openrouter/qwen/qwen3-coder 262144 65536 0.3 1 0.1 0
openrouter/qwen/qwen3-coder-30b-a3b-instruct 262144 235929 0.15 0.6 0 0
openrouter/qwen/qwen3-coder-flash 1000000 65536 0.195 0.975 0.039 0.2437
openrouter/qwen/qwen3-coder-next 262144 235929 0.12 0.8 0.07 0
openrouter/qwen/qwen3-next-80b-a3b-instruct 262144 16384 0.09 1.1 0 0
openrouter/qwen/qwen3-vl-235b-a22b-instruct 131072 32768 0.21 1.9 0.1 0 i
openrouter/qwen/qwen3-vl-30b-a3b-instruct 262144 16384 0.15 0.6 0 0 i
openrouter/qwen/qwen3-vl-30b-a3b-thinking 262144 235929 0.29 1 0 0 ri
openrouter/qwen/qwen3-vl-8b-instruct 262144 235929 0.25 0.75 0.12 0 i
openrouter/qwen/qwen3.5-122b-a10b 262144 65536 0.26 2.08 0 0 ri
openrouter/qwen/qwen3.5-27b 262144 81920 0.26 2.6 0 0 ri
openrouter/qwen/qwen3.5-35b-a3b 262144 81920 0.14 1 0.05 0 ri
openrouter/qwen/qwen3.5-397b-a17b 256000 64000 0.6 3.6 0.12 0 ri
openrouter/qwen/qwen3.5-9b 262144 235929 0.17 0.25 0 0 ri
openrouter/qwen/qwen3.5-flash-02-23 1000000 65536 0.065 0.26 0 0 ri
openrouter/qwen/qwen3.5-plus-02-15 1000000 65536 0.26 1.56 0 0 ri
openrouter/qwen/qwen3.5-plus-20260420 1000000 65536 0.3 1.8 0 0.375 ri
openrouter/qwen/qwen3.6-27b 262144 81920 0.32 3.2 0 0 ri
openrouter/qwen/qwen3.6-35b-a3b 262144 235929 0.1 0.9 0.025 0 ri
openrouter/qwen/qwen3.6-flash 1000000 65536 0.1875 1.125 0 0.2344 ri
openrouter/qwen/qwen3.6-plus 1000000 65536 0.325 1.95 0 0.4063 ri
openrouter/qwen/qwen3.7-flash 1000000 65536 0.03 0.13 0.006 0.038 ri
openrouter/qwen/qwen3.7-max 1000000 131072 1.475 4.425 0.295 1.8438 r
openrouter/qwen/qwen3.7-plus 1000000 131072 0.32 1.28 0.064 0.4 ri
openrouter/qwen/qwen3.8-2.4t-a95b 1048576 131072 2 6 0.25 0 r
openrouter/qwen/qwen3.8-27b 262144 235929 0.15 1.875 0.0375 0 ri
openrouter/qwen/qwen3.8-flash 1000000 131072 0.15 0.47 0.016 0 ri
openrouter/qwen/qwen3.8-max-0902 1000000 131072 2 6 0.25 0 ri
openrouter/qwen/qwen3.8-max-prime 1000000 131072 4 12 0.5 0 ri
openrouter/qwen/qwen3.8-omni-flash 1000000 131072 0.15 0.47 0.016 0 ri
openrouter/x-ai/grok-4.20 2000000 1800000 1.25 2.5 0.2 0 ri
openrouter/x-ai/grok-4.3 1000000 900000 1.25 2.5 0.2 0 ri
openrouter/x-ai/grok-4.5 500000 450000 2 6 0.3 0 ri
openrouter/x-ai/grok-4.6 500000 450000 2 6 0.5 0 ri
openrouter/x-ai/grok-4.7 500000 450000 2 6 0.5 0 ri
openrouter/x-ai/grok-build-0.1 256000 230400 1 2 0.2 0 ri
openrouter/z-ai/glm-4.5 131072 98304 0.6 2.2 0.11 0 r
openrouter/z-ai/glm-4.5-air 131072 98304 0.2 1.1 0.03 0 r
openrouter/z-ai/glm-4.5v 65536 16384 0.6 1.8 0.11 0 ri
openrouter/z-ai/glm-4.6 202752 131072 0.5 2 0.1 0 r
openrouter/z-ai/glm-4.6v 131072 32768 0.3 0.9 0.055 0 ri
openrouter/z-ai/glm-4.7 204800 131072 0.6 2.2 0.11 0 r
openrouter/z-ai/glm-4.7-flash 131072 117964 0.0605 0.4 0 0 r
openrouter/z-ai/glm-5 202752 131072 0.6 1.9 0.119 0 r
openrouter/z-ai/glm-5-turbo 202752 131072 1.2 4 0.24 0 r
openrouter/z-ai/glm-5.1 202752 131072 1.4 4.4 0.26 0 r
openrouter/z-ai/glm-5.2 1048576 943718 0.0062 6.8 0.0052 0 r
openrouter/z-ai/glm-5.3 1048576 943718 0.0699 1.4 0.0689 0 r
openrouter/z-ai/glm-5.3-flash 1048575 943717 0.15 0.5 0.03 0 ri
openrouter/z-ai/glm-5.3-flashx 1048576 131072 0.37 1.25 0.075 0 ri
openrouter/z-ai/glm-5.3-flashx-legal 1048576 131072 0.37 1.25 0.075 0 ri
openrouter/z-ai/glm-5.3-prime 1000000 131072 2.8 8.8 0.56 0 r
openrouter/z-ai/glm-5v-turbo 202752 131072 1.2 4 0.24 0 ri
deepseek/deepseek-flash 1000000 384000 0.3 1.2 0.006 0 ri
deepseek/deepseek-v4-pro 1000000 384000 1.32 3.96 0.044 0 r
mistral/codestral-2508 256000 8192 0.3 0.9 0.03 0
mistral/codestral-latest 256000 4096 0.3 0.9 0.03 0
mistral/deepseek-v4-1-flash-1017 1048576 128000 0.3 1.2 0.007 0 r
mistral/devstral-2512 262144 262144 0.4 2 0.04 0
mistral/devstral-latest 262144 262144 0.4 2 0.04 0
mistral/devstral-medium-latest 262144 262144 0.4 2 0.04 0
mistral/glm-5-2 1048576 131072 1.4 4.4 0.14 0 r
mistral/labs-devstral-small-2512 256000 256000 0 0 0 0 i
mistral/labs-leanstral-1-5-1 262144 128000 0 0 0 0 ri
mistral/magistral-medium-latest 262144 16384 2 5 0.2 0 ri
mistral/ministral-14b-2512 262144 262144 0.2 0.2 0.02 0 i
mistral/ministral-3b-2512 131072 262144 0.1 0.1 0.01 0 i
mistral/ministral-3b-latest 131072 128000 0.1 0.1 0.01 0 i
mistral/ministral-8b-2512 262144 262144 0.15 0.15 0.015 0 i
mistral/ministral-8b-latest 262144 128000 0.15 0.15 0.015 0 i
mistral/mistral-large-2512 262144 262144 0.5 1.5 0.05 0 i
mistral/mistral-large-4 1048576 262144 0.7 2.1 0.07 0 ri
mistral/mistral-large-4-0-8 1048576 262144 0.7 2.1 0.07 0 ri
mistral/mistral-large-latest 262144 262144 0.5 1.5 0.05 0 i
mistral/mistral-medium-2505 131072 131072 0.4 2 0.04 0 i
mistral/mistral-medium-2508 262144 262144 0.4 2 0.04 0 i
mistral/mistral-medium-2604 262144 262144 1.5 7.5 0.15 0 ri
mistral/mistral-medium-3.5 262144 262144 1.5 7.5 0 0 ri
mistral/mistral-medium-latest 262144 262144 1.5 7.5 0.15 0 ri
mistral/mistral-small-2506 128000 16384 0.1 0.3 0.01 0 i
mistral/mistral-small-2603 262144 256000 0.15 0.6 0.015 0 ri
mistral/mistral-small-latest 262144 256000 0.15 0.6 0.015 0 ri
mistral/open-mistral-nemo 128000 128000 0.15 0.15 0.015 0
mistral/pixtral-12b 128000 128000 0.15 0.15 0.015 0 i
mistral/voxtral-small-2507 32768 32000 0.1 0.4 0.01 0
mistral/voxtral-small-latest 32768 32000 0.1 0.4 0.01 0
mistral/zai-glm-5-2 1048576 131072 1.4 4.4 0.14 0 r
mistral/zai-glm-5-3 1048576 131072 1.4 4.4 0.14 0 r
mistral/zai-glm-5-3-flash 1048576 131072 0.15 0.5 0.03 0 ri
groq/llama-3.1-8b-instant 131072 131072 0.05 0.08 0 0
groq/llama-3.3-70b-versatile 131072 32768 0.59 0.79 0 0
groq/openai/gpt-oss-120b 131072 65536 0.15 0.6 0.075 0 r
groq/openai/gpt-oss-20b 131072 65536 0.075 0.3 0.0375 0 r
groq/openai/gpt-oss-safeguard-20b 131072 65536 0.075 0.3 0.0375 0 r
groq/qwen/qwen3.6-27b 131072 16384 0.6 3 0.3 0 ri
groq/qwen/qwen3.8-27b 131072 16384 0.8 4 0 0 ri
xai/grok-4.3 1000000 30000 1.25 2.5 0.2 0 ri
xai/grok-4.5 500000 500000 2 6 0.3 0 ri
xai/grok-4.6 500000 500000 2 6 0.5 0 ri
xai/grok-4.7 500000 500000 2 6 0.5 0 ri
`;
