using System.Net.Http.Json;
using System.Text.Json.Nodes;

static string Setting(string name) => Environment.GetEnvironmentVariable(name)!;

using var client = new HttpClient { BaseAddress = new Uri(Setting("HUDHUD_URL")) };
client.DefaultRequestHeaders.Add("Authorization", "Bearer " + Setting("HUDHUD_TOKEN"));
client.DefaultRequestHeaders.Add("X-Company-ID", Setting("HUDHUD_COMPANY_ID"));
client.DefaultRequestHeaders.Add("Idempotency-Key", "order-1042-shipped");

var message = new { to = "+966501234567", message = "Your order 1042 is on its way." };
var answer = await client.PostAsJsonAsync("/api/v1/messages/send", message);
var body = await answer.Content.ReadFromJsonAsync<JsonObject>();
if (!answer.IsSuccessStatusCode) throw new Exception($"{body!["code"]}: {body["detail"]}");
Console.WriteLine($"{body!["status"]} {body["message_id"]}");
